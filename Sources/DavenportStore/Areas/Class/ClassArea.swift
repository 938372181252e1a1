import DavenportAPI
import DavenportClient
import Foundation

/// Keeps and shows assignments and their entries.
@MainActor final class ClassArea: ReplicaArea {
    nonisolated static let assignments = ReplicaCollection<Assignment>(
        name: "assignment", changes: { page in page.assignments.map { ($0.items, $0.removed) } },
        people: { assignment in
            ([assignment.student] + assignment.task.teachers).map {
                UserStub(id: $0.id, username: $0.username, identityColor: $0.identityColor, avatarURL: $0.avatarURL, bot: $0.bot)
            }
        }, archivesAt: { $0.archivesAt })
    nonisolated static let entries = ReplicaThreads<Entry, Assignment>(
        name: "entry", parent: assignments.name,
        changes: { page in
            page.entries.map {
                ThreadChanges(items: $0.items, removed: $0.removed.map { ($0.assignmentID, $0.id) }, complete: $0.complete)
            }
        },
        thread: { $0.assignmentID }, number: { $0.number }, author: { $0.author }, members: { _ in [] },
        list: { client, id in try await client.all(Endpoints.listEntries, EntryQuery(assignmentID: id, limit: 500)).array() })
    nonisolated static let parts: [any ReplicaPart] = [assignments, entries]
    nonisolated static let write: (any AreaWrite.Type)? = ClassWrite.self

    let assignments = Store<Assignment>()
    let entries = OpenThreads<Entry>(ClassArea.entries)
    private var copy = ShownCopy(base: Base(), entries: [], now: .distantPast)

    var threads: [any AnyOpenThreads] { [entries] }

    func show(_ copy: ShownCopy) {
        self.copy = copy
        assignments.show(
            copy.base[Self.assignments].values.map { $0.current(at: copy.now).with(drafts(of: $0.id), by: copy.me) }.sorted {
                $0.lastActivityAt == $1.lastActivityAt ? $0.id < $1.id : $0.lastActivityAt > $1.lastActivityAt
            })
        entries.show { withWrites($0, of: $1) }
    }

    /// Returns an assignment's entries with the pending writes applied. Pending messages are numbered after the last
    /// entry.
    func withWrites(_ synced: [Entry], of assignmentID: UUID) -> [Entry] {
        var entries = synced
        for (action, writtenAt) in copy.writes(ClassWrite.self) where action.assignmentID == assignmentID {
            let place = entries.firstIndex { $0.id == action.entryID }
            switch (action, place) {
            case (.createMessage(_, let id, let text), nil):
                entries.append(
                    Entry(
                        id: id, assignmentID: assignmentID, number: (entries.last?.number ?? 0) + 1, action: .message, author: copy.me,
                        at: writtenAt, text: text, files: [], attempt: nil, points: nil, word: nil, extendedTo: nil))
            case (.deleteMessage, let place?): entries.remove(at: place)
            default: continue
            }
        }
        return entries
    }

    private func drafts(of assignmentID: UUID) -> [ClassWrite.Draft] {
        copy.writes(ClassWrite.self).compactMap { action, _ in
            if case .setDraft(let draft) = action, draft.assignmentID == assignmentID { draft } else { nil }
        }
    }

    func fail(_ error: any Error) { assignments.fail(error) }

    func nextMoment(after now: Date) -> Date? { assignments.items.filter { !$0.archived }.compactMap { $0.archivesAt }.min() }
}

extension Assignment: Identifiable {}
extension Entry: Identifiable {}

extension Assignment {
    /// Returns the assignment, marked as archived if its `archivesAt` has passed.
    fileprivate func current(at now: Date) -> Assignment {
        guard !archived, let archivesAt, archivesAt <= now else { return self }
        var assignment = self
        assignment.archived = true
        return assignment
    }

    /// Returns the assignment with the last of the pending drafts. Its version is the highest among its own and the
    /// drafts': a draft that the server has answered has the version of that answer.
    fileprivate func with(_ drafts: [ClassWrite.Draft], by author: UserStub?) -> Assignment {
        guard let last = drafts.last else { return self }
        let isEmpty = last.points == nil && last.word == nil && last.text == nil
        var assignment = self
        assignment.draft = isEmpty ? nil : EvaluationDraft(points: last.points, word: last.word, text: last.text, by: author)
        assignment.version = drafts.map { $0.version }.reduce(version ?? 0, max)
        return assignment
    }
}

extension Replica {
    private var lessons: ClassArea { area() }

    /// The assignments that the person has or teaches, the last active first. Only the replica changes this list. A
    /// teacher's `draft` is shown while it waits to be sent.
    public var assignments: Store<Assignment> { lessons.assignments }

    /// Returns an assignment's entries by number, and keeps them current like `comments(of:)`. A pending message comes
    /// last.
    public func history(of assignmentID: UUID) -> Store<Entry> { lessons.entries.store(of: assignmentID, in: self) }

    /// Returns an assignment's entries by number: from the copy if it has all of them, otherwise from the server, as
    /// for an archived assignment.
    /// - Throws: `APIError` if the entries have to be fetched and there is no network or the assignment is gone; or an
    ///   error of the file.
    public func entries(of assignmentID: UUID) async throws -> [Entry] {
        let file = try await opened().replica
        try await file.note(opened: assignmentID, ClassArea.assignments.name, at: now)
        if try await file.isComplete(ClassArea.assignments.name, assignmentID) {
            return lessons.withWrites(try await file.thread(ClassArea.entries.name, assignmentID), of: assignmentID)
        }
        let asked = base.state
        let found = try await ClassArea.entries.list(client, assignmentID)
        let entries = Dictionary(found.map { ($0.id, $0) }) { $1 }.values.sorted { $0.number < $1.number }
        _ = try await file.write(list: entries, of: assignmentID, ClassArea.entries, asked: asked)
        return lessons.withWrites(entries, of: assignmentID)
    }

    /// Sends a message. Works without a network.
    /// - Returns: the message's id.
    /// - Throws: an error of the files, like all these functions.
    @discardableResult
    public func createMessage(assignmentID: UUID, text: String, id: UUID = UUID()) async throws -> UUID {
        try await write(ClassWrite.createMessage(assignmentID: assignmentID, id: id, text: text))
        return id
    }

    /// Deletes one of the person's own messages. Works without a network.
    public func deleteMessage(assignmentID: UUID, entryID: UUID) async throws {
        try await write(ClassWrite.deleteMessage(assignmentID: assignmentID, id: entryID))
    }

    /// Replaces the draft of an evaluation. Works without a network. The write fails if another teacher has changed the
    /// assignment since the version that the draft is based on.
    public func setDraft(_ draft: NewDraft) async throws {
        try await write(
            ClassWrite.setDraft(
                .init(
                    assignmentID: draft.assignmentID, version: draft.version, points: draft.points, word: draft.word, text: draft.text)))
    }
}
