import DavenportAPI
import DavenportClient
import Foundation
import GRDB

/// A part of the feed that a replica keeps: a collection, a collection of threads, or a document.
protocol ReplicaPart: Sendable {
    /// The name of the part in the file.
    var name: String { get }
    var isDocument: Bool { get }

    /// Whether a page contains no change of the part.
    func isEmpty(in page: Changes) -> Bool
    /// Writes a page's changes to the file.
    func write(_ page: Changes, _ effect: inout Effect, _ db: Database) throws
    /// Loads the part's data that is held in memory into `base`.
    func load(into base: inout Base, _ db: Database) throws
    /// Applies changes that were written to the file to the part in memory.
    func take(_ effect: Effect, into base: inout Base)
    /// Returns the users that the part mentions with their current names.
    func people(in base: Base) -> [UserStub]
}

/// An item of a collection.
typealias ReplicaItem = Codable & Equatable & Identifiable<UUID> & Sendable

/// A collection whose items are held in memory, such as rooms.
struct ReplicaCollection<Item: ReplicaItem>: ReplicaPart {
    let name: String
    let isDocument = false
    /// Returns the changes on a page.
    let changes: @Sendable (Changes) -> (items: [Item], removed: [UUID])?
    /// Returns the users that an item mentions with their current names.
    var people: @Sendable (Item) -> [UserStub] = { _ in [] }
    /// Returns the time from which an item is archived.
    var archivesAt: @Sendable (Item) -> Date? = { _ in nil }

    func isEmpty(in page: Changes) -> Bool { changes(page).map { $0.items.isEmpty && $0.removed.isEmpty } ?? true }

    func write(_ page: Changes, _ effect: inout Effect, _ db: Database) throws {
        guard let (items, removed) = changes(page) else { return }
        for item in items { try ItemRow(name, item, archivesAt: archivesAt(item)).write(effect.state.pass, db) }
        for id in removed { try ItemRow.remove(name, id, db) }
        effect.threads.formUnion(removed)
        effect.people += items.flatMap(people)
    }

    func load(into base: inout Base, _ db: Database) throws {
        base[self] = Dictionary(try ItemRow.all(name, db).map { (item: Item) in (item.id, item) }) { $1 }
    }

    func take(_ effect: Effect, into base: inout Base) {
        let found = effect.page.flatMap(changes)
        let removed = (found?.removed ?? []) + (effect.removed[name] ?? [])
        guard found?.items.isEmpty == false || !removed.isEmpty else { return }
        var items = base[self]
        for item in found?.items ?? [] { items[item.id] = item }
        for id in removed { items[id] = nil }
        base[self] = items
    }

    func people(in base: Base) -> [UserStub] { base[self].values.flatMap(people) }
}

/// A document, which is replaced as a whole.
struct ReplicaDocument<Value: Codable & Sendable>: ReplicaPart {
    let part: ChangesPart<Value>
    let isDocument = true
    /// Returns the users that the document mentions with their current names.
    var people: @Sendable (Value) -> [UserStub] = { _ in [] }

    var name: String { part.name }

    func isEmpty(in page: Changes) -> Bool { page[part] == nil }

    func write(_ page: Changes, _ effect: inout Effect, _ db: Database) throws {
        guard let value = page[part] else { return }
        try ReplicaFile.set(value, name, db)
        effect.people += people(value)
    }

    func load(into base: inout Base, _ db: Database) throws { base[part] = try ReplicaFile.document(name, db) }

    func take(_ effect: Effect, into base: inout Base) {
        if let value = effect.page?[part] { base[part] = value }
    }

    func people(in base: Base) -> [UserStub] { base[part].map(people) ?? [] }
}

/// The changes of a collection of threads on a page.
struct ThreadChanges<Item> {
    let items: [Item]
    let removed: [(thread: UUID, id: UUID)]
    /// The ids of the threads whose items the server has all sent in this pass.
    let complete: [UUID]
}

/// A collection whose items belong to an item of another one, such as the comments of rooms. They are read from the file
/// when the app asks for a thread.
protocol AnyThreads: ReplicaPart {
    associatedtype Item: ReplicaItem
    /// The name of the collection whose items have the threads.
    var parent: String { get }
    /// Returns a thread's items from the server.
    var list: @Sendable (DavenportClient, UUID) async throws -> [Item] { get }

    /// Writes items to the file, and returns those of their authors whose names are current.
    func write(_ items: [Item], _ pass: Int, _ db: Database) throws -> [UserStub]
}

/// A collection of threads, such as the comments (`Item`) of rooms (`Parent`).
struct ReplicaThreads<Item: ReplicaItem, Parent: ReplicaItem>: AnyThreads {
    let name: String
    let isDocument = false
    let parent: String
    let changes: @Sendable (Changes) -> ThreadChanges<Item>?
    let thread: @Sendable (Item) -> UUID
    /// Returns an item's number in its thread.
    let number: @Sendable (Item) -> Int
    let author: @Sendable (Item) -> UserStub?
    /// Returns the users whose names in the thread are current. Those of other authors may be outdated (rule 4.6).
    let members: @Sendable (Parent) -> [UUID]
    let list: @Sendable (DavenportClient, UUID) async throws -> [Item]

    func isEmpty(in page: Changes) -> Bool {
        changes(page).map { $0.items.isEmpty && $0.removed.isEmpty && $0.complete.isEmpty } ?? true
    }

    func write(_ page: Changes, _ effect: inout Effect, _ db: Database) throws {
        guard let changes = changes(page) else { return }
        effect.people += try write(changes.items, effect.state.pass, db)
        for removal in changes.removed { try ItemRow.remove(name, removal.id, db) }
        for id in changes.complete { try ItemRow.complete(parent, id, effect.state.pass, db) }
        effect.threads.formUnion(changes.items.map(thread) + changes.removed.map { $0.thread } + changes.complete)
    }

    func write(_ items: [Item], _ pass: Int, _ db: Database) throws -> [UserStub] {
        for item in items {
            try ItemRow(name, item, thread: thread(item), number: number(item), author: author(item)?.id).write(pass, db)
        }
        let members = try Set(items.map(thread)).reduce(into: [UUID: Set<UUID>]()) { members, id in
            let found: Parent? = try ItemRow.one(parent, id, db)
            members[id] = Set(found.map(self.members) ?? [])
        }
        return items.compactMap { item in author(item).flatMap { members[thread(item)]?.contains($0.id) == true ? $0 : nil } }
    }

    func load(into base: inout Base, _ db: Database) throws {}
    func take(_ effect: Effect, into base: inout Base) {}
    func people(in base: Base) -> [UserStub] { [] }
}
