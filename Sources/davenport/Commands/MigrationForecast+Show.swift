import Postgres
import Programs

extension MigrationForecast {
    /// Prints the forecast. The first line says whether the version before serves on the new schema.
    func show(json: Bool) throws {
        if json { return try printJSON(Printed(self)) }
        print(wayBack)
        guard !steps.isEmpty || definitions > 0 else { return }
        print(
            "\(count(steps.count, "migration")) would run, and \(definitions) functions and views would be made again. Requests wait meanwhile, "
                + "about \(seconds) s.")
        for step in steps {
            print("  \(step.name): \(step.title)" + (step.holdsNobodyOut ? " It runs beforehand, and nobody waits for it." : ""))
            for table in step.tables {
                print("      \(table.name): \(count(table.rows, "row")), \(table.size), \(table.isRead ? "worked through" : "only locked")")
            }
        }
    }

    private var wayBack: String {
        if isNew { return "The database is new: there is no version before." }
        guard !steps.isEmpty || definitions > 0 else { return "Up to date: nothing would happen." }
        if let step = steps.first(where: { $0.noWayBack != nil }) {
            return "There is no way back: \(step.name): \(step.noWayBack ?? "") Stop the servers, and make a backup: davenport backup"
        }
        if let step = steps.first(where: { $0.contracts != nil }) {
            return "The version before serves on, and you can go back to it, but to no older one: \(step.name): \(step.contracts ?? "")"
        }
        return "The version before serves on, and you can go back to it."
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// The forecast in JSON.
    private struct Printed: Encodable {
        struct Step: Encodable {
            let name: String
            let title: String
            let contracts: String?
            let noWayBack: String?
            let tables: [Table]
        }

        struct Table: Encodable {
            let name: String
            let bytes: Int
            let rows: Int
            let isRead: Bool
        }

        let versionBeforeServes: Bool
        let seconds: Int
        let definitions: Int
        let migrations: [Step]

        init(_ forecast: MigrationForecast) {
            versionBeforeServes = forecast.steps.allSatisfy { $0.noWayBack == nil }
            (seconds, definitions) = (forecast.seconds, forecast.definitions)
            migrations = forecast.steps.map { step in
                Step(
                    name: step.name, title: step.title, contracts: step.contracts, noWayBack: step.noWayBack,
                    tables: step.tables.map { Table(name: $0.name, bytes: $0.bytes, rows: $0.rows, isRead: $0.isRead) })
            }
        }
    }
}

extension MigrationForecast.Table {
    fileprivate var size: String {
        bytes < 1_000_000 ? "\(bytes / 1000) kB" : bytes < 1_000_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1_000_000_000) GB"
    }
}
