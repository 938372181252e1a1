import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a room of the caller's own for each thing that they watched elsewhere (rules 25).
    public func importHistory(_ caller: Caller, _ input: HistoryItems) async throws -> ImportedHistory {
        let now = caller.request.receivedAt ?? database.clock.now
        let rules = try await readTextRules(for: caller)
        // Outside the transaction, because the catalogue may send requests to its provider.
        var (things, unknown) = ([String: Thing](), [ImportedHistory.Unknown]())
        var identify = HistoryItemIdentifier(useCases: self, caller: caller)
        for (index, item) in input.items.enumerated() {
            guard let watchedAt = item.possibleTime(at: now) else {
                unknown.append(.init(index: index, code: .impossibleTime))
                continue
            }
            switch try await identify(item) {
            case .failure(let reason): unknown.append(.init(index: index, code: reason.code))
            case .success(let known):
                do throws(HistoryItemIdentifier.Unidentified) {
                    let isFiltered = try !rules.check(item, about: known).isEmpty
                    let thing = Thing(index: index, known: known, watchedAt: watchedAt, isFiltered: isFiltered)
                    things.merge([thing.key: thing]) { $0.watchedAt <= $1.watchedAt ? $0 : $1 }
                } catch {
                    unknown.append(.init(index: index, code: error.code))
                }
            }
        }
        return try await store(Array(things.values), unknown, for: caller)
    }

    private func store(_ things: [Thing], _ unknown: [ImportedHistory.Unknown], for caller: Caller) async throws -> ImportedHistory {
        try await database.transaction(for: caller) { transaction in
            // The locked row makes concurrent requests find each other's rooms.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            let history = HistoryImportRepository(transaction)
            let plays = things.map { HistoryImportRepository.Play($0.known, id: .version7(at: transaction.now), at: $0.watchedAt) }
            let known = try await history.known(plays, of: caller.userID)
            let report = ReportFilteredText(transaction, areas: areas)
            var active = try await RoomCreationRepository(transaction).remainingActiveRooms(of: caller.userID)
            var (new, reported, refused) = ([HistoryImportRepository.Play](), [UUID](), [ImportedHistory.Unknown]())
            for (thing, play) in zip(things, plays) where !known.contains(play.id) {
                if thing.watchedAt > active.since {
                    guard active.count > 0 else {
                        refused.append(.init(index: thing.index, code: .limitReached))
                        continue
                    }
                    active.count -= 1
                }
                if thing.isFiltered {
                    guard try await report.takeShare(of: caller.userID) else {
                        refused.append(.init(index: thing.index, code: .filtered))
                        continue
                    }
                    reported.append(play.id)
                }
                new.append(play)
            }
            if !new.isEmpty {
                try await SpendAllowance(transaction: transaction)(.history, of: caller.userID, count: new.count)
                try await history.insert(new, of: caller.userID)
                for roomID in reported { try await report.countedRoom(roomID, by: caller.userID) }
            }
            return ImportedHistory(made: new.count, known: known.count, unknown: (unknown + refused).sorted { $0.index < $1.index })
        }
    }

    /// A thing that was watched, at its earliest play.
    private struct Thing: Sendable {
        /// The position of that play in the request.
        let index: Int
        let known: KnownSubject
        let watchedAt: Date
        /// Whether the tenant's filter takes the title, but reports it.
        let isFiltered: Bool

        /// Equal for two plays of one thing.
        var key: String { "\(known.subject.kind) \(known.subject.key)" }
    }
}

/// Finds out what the items of one request are about.
struct HistoryItemIdentifier {
    let useCases: UseCases
    let caller: Caller
    /// The ids of shows by TheTVDB's, so that each is looked up once. A look-up that failed isn't repeated either, because all
    /// episodes of a long series would otherwise wait for a provider that doesn't answer. The client sends them again later.
    private var shows: [Int: Result<Int?, Unidentified>] = [:]

    init(useCases: UseCases, caller: Caller) {
        (self.useCases, self.caller) = (useCases, caller)
    }

    /// Why an item's subject isn't known.
    struct Unidentified: Error {
        let code: UnknownItemCode
    }

    /// Returns the subject of an item, or why it isn't known.
    mutating func callAsFunction(_ item: HistoryItem) async throws -> Result<KnownSubject, Unidentified> {
        if let titled = try? item.subject?.titled() { return .success(KnownSubject(titled)) }
        guard let guide = useCases.guide else { return .failure(Unidentified(code: .catalogueUnavailable)) }
        if let subject = item.subject { return try await ask { try await useCases.identify(subject, for: caller) } }
        if let title = item.title, let year = item.year {
            let found = try await ask { [caller] in try await guide.movie(title, year, caller) }
            return found.map { $0 ?? KnownSubject(.custom(title: Self.customTitle(title, year))) }
        }
        switch try await show(item.tvdbID ?? 0, guide) {
        case .failure(let reason): return .failure(reason)
        case .success(nil): return .failure(Unidentified(code: .unknownSubject))
        case .success(let showID?):
            let subject = NewSubject.tv(showID: showID, season: item.season ?? 0, episode: item.episode ?? 0)
            return try await ask { [useCases, caller] in try await useCases.identify(subject, for: caller) }
        }
    }

    /// Returns "Title (Year)". A title that would be too long with the year is cut.
    private static func customTitle(_ title: String, _ year: Int) -> String {
        let end = " (\(year))"
        let scalars = title.unicodeScalars.prefix(200 - end.unicodeScalars.count)
        return String(String.UnicodeScalarView(scalars)).trimmed + end
    }

    private mutating func show(_ tvdbID: Int, _ guide: MediaGuide) async throws -> Result<Int?, Unidentified> {
        if let known = shows[tvdbID] { return known }
        let found = try await ask { [caller] in try await guide.showOfTVDB(tvdbID, caller) }
        shows[tvdbID] = found
        return found
    }

    /// Asks the catalogue, and turns its refusal into the code of the item.
    private func ask<Found>(_ catalogue: () async throws -> Found) async throws -> Result<Found, Unidentified> {
        do { return .success(try await catalogue()) } catch let problem as Problem {
            switch problem.code {
            case .unknownSubject: return .failure(Unidentified(code: .unknownSubject))
            case .catalogueUnavailable: return .failure(Unidentified(code: .catalogueUnavailable))
            case .tooManyRequests: return .failure(Unidentified(code: .tooManyRequests))
            default: throw problem
            }
        }
    }
}

extension TextRules {
    /// Checks the titles of an item that the client sent and that no title of the catalogue replaces.
    /// - Parameter known: what the item is about.
    /// - Returns: those whose texts are taken, but must be reported.
    fileprivate func check(_ item: HistoryItem, about known: KnownSubject) throws(HistoryItemIdentifier.Unidentified) -> FilteredFields {
        do {
            if let subject = item.subject { return try check(subject.typedTitles(hasCatalogue: (try? subject.titled()) == nil)) }
            guard case .custom(let title) = known.subject else { return try check([:]) }
            return try check(["title": title])
        } catch {
            let fault = (error as? Problem)?.errors?.first
            throw HistoryItemIdentifier.Unidentified(code: fault?.code == .linkTooEarly ? .linkTooEarly : .filtered)
        }
    }
}

extension HistoryItem {
    /// Returns when it was watched, or nil if that can't be. A client's clock may be a little ahead.
    fileprivate func possibleTime(at now: Date) -> Date? {
        guard watchedAt >= HistoryLimits.earliest else { return nil }
        return try? ClientClock.past(watchedAt, "watchedAt", at: now)
    }
}
