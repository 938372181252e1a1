import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Returns an assignment's entries by number: from the copy if it has all of them, otherwise from the server, as
    /// for an archived assignment.
    /// - Throws: `APIError` if the entries have to be fetched and there is no network or the assignment is gone; or an
    ///   error of the file.
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

    /// Shows assignments, challenges and plays as the server sent them. This device never writes them.
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

    /// Applies a page's changes of assignments, challenges and plays.
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
    /// The assignment, archived if its time has come.
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
    /// The play, over if its time has come.
    fileprivate func current(at now: Date) -> PlayOutline {
        guard !over, closesAt <= now else { return self }
        return PlayOutline(
            id: id, challengeID: challengeID, mode: mode, startedAt: startedAt, endsAt: endsAt, closesAt: closesAt, over: true,
            overAt: endsAt, letters: letters, language: language, moves: moves, score: score, struck: struck)
    }
}
