import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists the entries of an assignment, sorted by number.
    public func listEntries(_ caller: Caller, _ input: EntryQuery) async throws -> Page<Entry> {
        let after = try Cursor(input.after, parts: 1).map { try $0.integer(0, in: 0...Int(Int32.max)) }
        let entries = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await EntryRepository(transaction).list(
                input.assignmentID, for: caller.userID, after: after ?? 0, limit: input.limit + 1)
        }
        guard let entries else { throw Problem(.notFound) }
        let page = Array(entries.prefix(input.limit))
        let isCut = entries.count > input.limit || page.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) } >= ClassRules.pageBytes
        return Page(items: page, next: isCut ? page.last.map { Cursor([String($0.number)]).text } : nil)
    }
}
