import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// What was done to an assignment, by number: what is here, where that is all, and otherwise, as of an archived one, what its list has.
    /// - Throws: `APIError` where it isn't here and there is no network, or it is gone; or what the disk says.
    public func entries(of assignmentID: UUID) async throws -> [Entry] {
        let files = try await opened()
        if let entries = try await files.replica.entries(of: assignmentID) { return entries }
        let asked = base.state
        let query = EntryQuery(assignmentID: assignmentID, limit: 500)
        let list = try await client.all(Endpoints.listEntries, query).array()
        let entries = Dictionary(list.map { ($0.id, $0) }) { $1 }.values.sorted { $0.number < $1.number }
        try await files.replica.write(entries: entries, of: assignmentID, asked: asked)
        return entries
    }

    /// Shows what was told of assignments, challenges and plays; none of it is written here.
    func showItems() {
        let (items, now) = (base.items, now)
        assignments.show(
            items.assignments.values.map { $0.current(at: now) }.sorted {
                $0.lastActivityAt == $1.lastActivityAt ? $0.id < $1.id : $0.lastActivityAt > $1.lastActivityAt
            })
        challenges.show(
            items.challenges.values.sorted { $0.startsAt == $1.startsAt ? $0.id < $1.id : $0.startsAt > $1.startsAt })
        plays.show(
            items.plays.values.map { $0.current(at: now) }.sorted {
                $0.startedAt == $1.startedAt ? $0.id < $1.id : $0.startedAt > $1.startedAt
            })
    }

    /// Takes what a page has changed of them.
    func takeItems(_ effect: Effect) {
        base.items.assignments.merge(effect.items.assignments) { $1 }
        base.items.challenges.merge(effect.items.challenges) { $1 }
        base.items.plays.merge(effect.items.plays) { $1 }
        for id in effect.removedItems {
            base.items.assignments[id] = nil
            base.items.challenges[id] = nil
            base.items.plays[id] = nil
        }
    }
}

extension Assignment {
    /// Archived once its time has come.
    fileprivate func current(at now: Date) -> Assignment {
        guard !archived, let archivesAt, archivesAt <= now else { return self }
        return Assignment(
            id: id, task: task, student: student, state: state, closed: closed, dueAt: dueAt, locksAt: locksAt, extendedTo: extendedTo,
            attempt: attempt, submittedAt: submittedAt, openedAt: openedAt, late: late, missing: missing, evaluation: evaluation,
            draft: draft, version: version, readNumber: readNumber, unreadCount: unreadCount, attention: attention,
            lastActivityAt: lastActivityAt, completedAt: completedAt, archivesAt: archivesAt, archived: true)
    }
}

extension PlayOutline {
    /// Over once its time has come.
    fileprivate func current(at now: Date) -> PlayOutline {
        guard !over, closesAt <= now else { return self }
        return PlayOutline(
            id: id, challengeID: challengeID, mode: mode, startedAt: startedAt, endsAt: endsAt, closesAt: closesAt, over: true,
            overAt: endsAt, letters: letters, language: language, moves: moves, score: score, struck: struck)
    }
}
