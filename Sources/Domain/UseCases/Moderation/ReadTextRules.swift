import DavenportAPI
import Foundation
import Synchronization

/// What a tenant's filter and the brakes for newcomers refuse in a text.
package struct TextRules: Sendable {
    fileprivate let filter: CompiledFilter?
    fileprivate let refusesLinks: Bool

    /// Checks the texts that a user writes.
    /// - Parameter texts: the texts by the names of their fields. A text that is nil, or stays as it was, needs no check.
    /// - Returns: whether the texts are taken, but must be reported (`ReportFilteredText`).
    /// - Throws: `invalid`, naming each refused field.
    package func check(_ texts: KeyValuePairs<String, String?>) throws -> Bool {
        guard refusesLinks || filter != nil else { return false }
        var (faults, isFiltered) = ([FieldFault](), false)
        for case (let field, let text?) in texts {
            if refusesLinks, text.hasLink {
                faults.append(.init(field: field, code: .linkTooEarly, message: "must not have a link in the first 24 hours"))
            } else if let filter, filter.matcher.matches(text) {
                isFiltered = true
                guard filter.action == .refuse else { continue }
                faults.append(.init(field: field, code: .filtered, message: "must not have a word that this community filters"))
            }
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        return isFiltered
    }
}

/// Reads the rules for the texts that a user writes (rules 24). For a user who isn't braked, in a tenant without a
/// filter, it reads nothing.
package struct ReadTextRules: Sendable {
    private let database: Database
    private let cache: FilterCache

    /// Creates the use case.
    package init(_ dependencies: Dependencies) {
        database = dependencies.database
        cache = dependencies.filters
    }

    /// Returns the rules for a signed-in user.
    package func callAsFunction(for caller: Caller) async throws -> TextRules {
        let refusesLinks = caller.isBraked(at: caller.request.receivedAt ?? database.clock.now)
        guard let filterID = caller.tenant.filterID else { return TextRules(filter: nil, refusesLinks: refusesLinks) }
        if let cached = cache[filterID] { return TextRules(filter: cached, refusesLinks: refusesLinks) }
        return TextRules(filter: try await read(for: caller), refusesLinks: refusesLinks)
    }

    /// Returns the rules for somebody who signs up.
    /// - Parameter isOpen: whether they come by open sign-up.
    func callAsFunction(for visitor: Visitor, isOpen: Bool) async throws -> TextRules {
        TextRules(filter: try await read(for: visitor), refusesLinks: isOpen)
    }

    private func read(for principal: some Principal) async throws -> CompiledFilter? {
        let stored = try await database.transaction(for: principal, .singleRoundTrip) { try await FilterRepository($0).filter() }
        guard let id = stored.id else { return nil }
        let filter = CompiledFilter(matcher: WordMatcher(stored.filter.words), action: stored.filter.action)
        cache[id] = filter
        return filter
    }
}

/// A tenant's filter, prepared for the search in texts.
struct CompiledFilter: Sendable {
    let matcher: WordMatcher
    let action: FilterAction
}

/// Caches tenants' filters by the ids of their lists of words. A changed list has another id.
final class FilterCache: Sendable {
    /// The maximum number of cached filters. Beyond it, the cache starts again.
    private static let limit = 1000

    private let filters = Mutex<[UUID: CompiledFilter]>([:])

    /// The filter whose list of words has this id; nil if it isn't cached.
    subscript(id: UUID) -> CompiledFilter? {
        get { filters.withLock { $0[id] } }
        set {
            filters.withLock {
                if $0.count >= Self.limit { $0 = [:] }
                $0[id] = newValue
            }
        }
    }
}
