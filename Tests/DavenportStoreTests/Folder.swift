import DavenportStore
import Foundation
import GRDB
import TestSupport

/// A folder of the test, with access to the files in it.
struct Folder: Sendable {
    let url: URL

    static func with<Result: Sendable>(_ body: @MainActor (Folder) async throws -> Result) async throws -> Result {
        let folder = Folder(url: FileManager.default.temporaryDirectory.appending(path: "davenport-store-\(UUID().uuidString)"))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        return try await body(folder)
    }

    func file(_ name: String) -> URL { url.appending(path: name) }

    /// Returns what a new store of the same file reads.
    @MainActor func reread(_ name: String) async throws -> [Note] {
        let store = Store<Note>(file: file(name))
        try await store.itemsHaveLoaded()
        return store.items
    }

    func database(_ name: String) throws -> DatabaseQueue { try DatabaseQueue(path: file(name).path) }

    func write(_ name: String, _ statement: String) async throws {
        try await database(name).write { try $0.execute(sql: statement) }
    }

    func count(_ name: String, in table: String = "items") async throws -> Int? {
        try await database(name).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    /// Makes every insertion fail from now on, in the middle of its transaction.
    func refuseInsertions(_ name: String) throws {
        try database(name).write {
            try $0.execute(sql: "CREATE TRIGGER refuse BEFORE INSERT ON items WHEN NEW.row > 2 BEGIN SELECT raise(ABORT, 'full'); END")
        }
    }

    /// From now on, each row that is written or deleted adds one to `writes`.
    func countWrites(_ name: String) async throws {
        try await write(name, "CREATE TABLE writes (row)")
        for verb in ["INSERT", "UPDATE", "DELETE"] {
            let row = verb == "DELETE" ? "OLD" : "NEW"
            try await write(name, "CREATE TRIGGER w\(verb) AFTER \(verb) ON items BEGIN INSERT INTO writes VALUES (\(row).row); END")
        }
    }
}

/// A source of random choices, which are the same for the same seed.
struct Chance {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Returns a number from 0 to one less than the limit, which is 1 or more.
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    mutating func oneOf<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }
}
