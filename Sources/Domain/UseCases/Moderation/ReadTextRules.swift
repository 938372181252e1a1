import DavenportAPI
import Foundation
import Synchronization

/// What a tenant's filter and the limits for newcomers refuse in a text.
package struct TextRules: Sendable {
    fileprivate let filter: CompiledFilter?
    fileprivate let refusesLinks: Bool

    /// Checks the texts that a user writes.
    /// - Parameters:
    ///   - texts: the texts by the names of their fields. A text that is nil, or stays as it was, needs no check.
    ///   - others: further texts with their fields' names, such as those of a list.
    /// - Returns: the fields whose texts are taken, but must be reported (`ReportFilteredText`).
    /// - Throws: `invalid`, naming each refused field.
    package func check(_ texts: KeyValuePairs<String, String?>, and others: [(String, String?)] = []) throws -> FilteredFields {
        var (faults, filtered) = ([FieldFault](), FilteredFields())
        guard refusesLinks || filter != nil else { return filtered }
        for case (let field, let text?) in texts.map({ ($0.key, $0.value) }) + others {
            if refusesLinks, text.hasLink {
                faults.append(.init(field: field, code: .linkTooEarly, message: "must not have a link in the first 24 hours"))
            } else if let filter, filter.matcher.matches(text) {
                filtered.names.append(field)
            }
        }
        if filter?.action == .refuse { faults += filtered.faults }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        return filtered
    }
}

/// The fields of a request whose texts have a filtered word.
package struct FilteredFields: Sendable {
    fileprivate var names: [String] = []

    package var isEmpty: Bool { names.isEmpty }

    /// What refuses the fields, without the word.
    var faults: [FieldFault] {
        names.map { FieldFault(field: $0, code: .filtered, message: "must not have a word that this community filters") }
    }
}

extension UseCases {
    /// Reads the rules for the texts that a user writes (rules 24). For a user who is no newcomer, in a tenant without a
    /// filter, it reads nothing.
    package func readTextRules(for caller: Caller) async throws -> TextRules {
        let refusesLinks = caller.isNewcomer(at: caller.request.receivedAt ?? database.clock.now)
        guard let filterID = caller.tenant.filterID else { return TextRules(filter: nil, refusesLinks: refusesLinks) }
        if let cached = filters[filterID] { return TextRules(filter: cached, refusesLinks: refusesLinks) }
        return TextRules(filter: try await read(for: caller), refusesLinks: refusesLinks)
    }

    /// Returns the rules for somebody who signs up.
    /// - Parameter isOpen: whether they come by open sign-up.
    func readTextRules(for visitor: Visitor, isOpen: Bool) async throws -> TextRules {
        TextRules(filter: try await read(for: visitor), refusesLinks: isOpen)
    }

    private func read(for principal: some Principal) async throws -> CompiledFilter? {
        let stored = try await database.transaction(for: principal, .singleRoundTrip) { try await FilterRepository($0).filter() }
        guard let id = stored.id else { return nil }
        if let cached = filters[id] { return cached }
        let filter = CompiledFilter(matcher: WordMatcher(stored.filter.words), action: stored.filter.action)
        filters.insert(filter, for: id)
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
    /// The maximum size of all cached filters together, as `WordMatcher` counts it: some 30 MB. Beyond it, the cache starts
    /// again.
    private static let limit = 500_000

    private struct State {
        var filters: [UUID: CompiledFilter] = [:]
        var size = 0
    }

    private let state = Mutex(State())

    /// The filter whose list of words has this id; nil if it isn't cached.
    subscript(id: UUID) -> CompiledFilter? { state.withLock { $0.filters[id] } }

    /// Caches a filter.
    func insert(_ filter: CompiledFilter, for id: UUID) {
        state.withLock { state in
            if state.size + filter.matcher.size > Self.limit { state = State() }
            if state.filters.updateValue(filter, forKey: id) == nil { state.size += filter.matcher.size }
        }
    }
}
