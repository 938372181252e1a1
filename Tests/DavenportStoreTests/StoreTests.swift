import DavenportStore
import Foundation
import Testing

/// An item that an app stores.
struct Note: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
    /// A number that JSON can't represent makes the item impossible to store.
    var weight: Double = 0

    init(_ id: Int, _ text: String = "", weight: Double = 0) {
        (self.id, self.text, self.weight) = (id, text, weight)
    }
}

@Suite("rules 14.1 to 14.4: items in memory and on disk")
struct StoreTests {
    /// Shows rule 14.1.
    @Test("A new item is appended, and one with an existing id replaces it in place; a new store reads the same order")
    func order() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"))
            try await store.insert([Note(3, "c"), Note(1, "a"), Note(2, "b")])
            try await store.insert(Note(1, "A"))
            try await store.insert(Note(0, "end"))
            #expect(store.items == [Note(3, "c"), Note(1, "A"), Note(2, "b"), Note(0, "end")])
            #expect(store[id: 1] == Note(1, "A") && store[id: 9] == nil)
            try await store.remove(Note(3))
            try await store.insert(Note(3, "again"))
            let again = Store<Note>(file: folder.file("notes"))
            try await again.itemsHaveLoaded()
            #expect(again.items == store.items)
            #expect(again.items.map(\.id) == [1, 2, 0, 3])
        }
    }

    /// Shows rule 14.1.
    @Test("An insertion first invalidates nothing, some ids or everything")
    func invalidation() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"))
            try await store.insert([Note(1), Note(2), Note(3)])
            try await store.insert(Note(4), invalidating: .none)
            #expect(store.items.map(\.id) == [1, 2, 3, 4])
            try await store.insert(Note(2, "moved"), invalidating: .items([2, 3, 77]))
            #expect(store.items == [Note(1), Note(4), Note(2, "moved")])
            try await store.insert([Note(4), Note(5)], invalidating: .all)
            #expect(store.items.map(\.id) == [4, 5])
            try await store.remove(ids: [5, 6])
            #expect(try await folder.reread("notes") == [Note(4)])
            try await store.removeAll()
            #expect(try await folder.reread("notes").isEmpty)
        }
    }

    /// Shows rule 14.2.
    @Test("A change is atomic: an error of its body or the disk leaves memory and disk unchanged")
    func allOrNothing() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"))
            try await store.insert([Note(1), Note(2)])
            await #expect(throws: CancellationError.self) {
                try await store.change {
                    $0.remove(Note(1))
                    throw CancellationError()
                }
            }
            // JSON has no infinity. The first item could be written, and the second can't.
            await #expect(throws: EncodingError.self) {
                try await store.change {
                    $0.remove(Note(1))
                    $0.insert([Note(3), Note(4, weight: .infinity)])
                }
            }
            try folder.refuseInsertions("notes")
            await #expect(throws: (any Error).self) {
                try await store.change {
                    $0.remove(Note(1))
                    $0.insert(Note(3))
                }
            }
            #expect(store.items == [Note(1), Note(2)])
            #expect(try await folder.reread("notes") == store.items)
            try await store.change {
                $0.remove(Note(1))
                $0.insert(Note(2, "written"))
            }
            #expect(store.items == [Note(2, "written")])
        }
    }

    /// Shows rule 14.3.
    @Test("Every operation waits for the first load, in order; `loaded` distinguishes empty from not yet loaded")
    func waiting() async throws {
        try await Folder.with { folder in
            try await Store<Note>(file: folder.file("notes")).insert([Note(1), Note(2)])
            let store = Store<Note>(file: folder.file("notes"))
            #expect(!store.hasLoaded && store.items.isEmpty)
            async let first: Void = store.insert(Note(3))
            async let second: Void = store.remove(Note(3))
            async let third: Void = store.insert(Note(4))
            _ = try await (first, second, third)
            #expect(store.items.map(\.id) == [1, 2, 4])
            let empty = Store<Note>(file: folder.file("nothing"))
            #expect(!empty.hasLoaded)
            try await empty.itemsHaveLoaded()
            #expect(empty.hasLoaded && empty.items.isEmpty)
        }
    }

    /// Shows rule 14.3.
    @Test("A load error is thrown to waiting readers and writers, and the next one retries")
    func unreadable() async throws {
        try await Folder.with { folder in
            try Data("no database, though it is long enough to be taken for one".utf8).write(to: folder.file("notes"))
            let store = Store<Note>(file: folder.file("notes"))
            await #expect(throws: (any Error).self) { try await store.itemsHaveLoaded() }
            await #expect(throws: (any Error).self) { try await store.insert(Note(1)) }
            #expect(!store.hasLoaded)
            try FileManager.default.removeItem(at: folder.file("notes"))
            try await store.insert(Note(1))
            #expect(store.items == [Note(1)])
        }
    }

    /// Shows rule 14.3.
    @Test("An item that no longer decodes is dropped and reported, the rest load, and unread data isn't overwritten")
    func faults() async throws {
        struct Stamp: Codable, Equatable, Identifiable, Sendable {
            let id: Int
            let weight: String
        }
        try await Folder.with { folder in
            let old = Store<Stamp>(file: folder.file("notes"))
            try await old.insert([Stamp(id: 1, weight: "heavy"), Stamp(id: 2, weight: "light")])
            try await folder.write("notes", "UPDATE items SET body = '{\"id\": 2, \"text\": \"now a note\", \"weight\": 1}' WHERE row = 2")
            let store = Store<Note>(file: folder.file("notes"))
            try await store.insert(Note(7))
            #expect(store.items == [Note(2, "now a note", weight: 1), Note(7)])
            #expect(store.faults.count == 1 && store.faults[0].error is DecodingError)
            #expect(String(decoding: store.faults[0].data, as: UTF8.self).contains("heavy"))
            let again = Store<Stamp>(file: folder.file("notes"))
            try await again.itemsHaveLoaded()
            #expect(again.items == [Stamp(id: 1, weight: "heavy")], "a version that can read it finds it")
            try await store.removeAll()
            #expect(store.faults.isEmpty)
            #expect(try await folder.count("notes") == 0)
        }
    }

    /// Shows rule 14.4.
    @Test("Events report changes with their items, and a late subscriber gets the current items first")
    func events() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"))
            var early = store.events.makeAsyncIterator()
            try await store.insert([Note(1), Note(2)])
            var late = store.events.makeAsyncIterator()
            try await store.change {
                $0.remove(Note(1))
                $0.insert([Note(2), Note(3)])
            }
            try await store.insert(Note(3, "other"))
            for expected: StoreEvent<Note> in [.initialized([]), .loaded([]), .inserted([Note(1), Note(2)])] {
                #expect(await early.next() == expected)
            }
            #expect(await late.next() == .loaded([Note(1), Note(2)]))
            for expected: StoreEvent<Note> in [.removed([Note(1)]), .inserted([Note(3)]), .inserted([Note(3, "other")])] {
                #expect(await early.next() == expected)
                #expect(await late.next() == expected)
            }
        }
    }

    /// Shows rule 14.4.
    @Test("Values are the items after each change, only the newest for a slow reader, and end with the store")
    func values() async throws {
        try await Folder.with { folder in
            var store: Store<Note>? = Store(file: folder.file("notes"))
            let values = try #require(store?.values)
            try await store?.insert(Note(1))
            for number in 2...9 { try await store?.insert(Note(number)) }
            store = nil
            var seen: [[Int]] = []
            for await items in values { seen.append(items.map(\.id)) }
            #expect(seen == [Array(1...9)])
        }
    }

    /// Shows rule 14.2.
    @Test("Changing one item writes one row, whatever the store's size")
    func oneRow() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"))
            try await store.insert((0..<2000).map { Note($0) })
            try await folder.countWrites("notes")
            try await store.insert(Note(1000, "changed"))
            #expect(try await folder.count("notes", in: "writes") == 1)
            try await store.insert(Note(1000, "changed"))
            #expect(try await folder.count("notes", in: "writes") == 1, "nothing has changed")
            try await store.remove(Note(0))
            #expect(try await folder.count("notes", in: "writes") == 2)
            try await store.insert(Note(2000))
            #expect(try await folder.count("notes", in: "writes") == 3)
        }
    }

    /// Shows rule 14.1.
    @Test("Random changes leave the same in memory, on disk and in a plain list")
    func random() async throws {
        try await Folder.with { folder in
            var chance = Chance(seed: 7)
            let store = Store<Note>(file: folder.file("notes"))
            var model: [Note] = []
            for _ in 0..<150 {
                try await store.change { change in
                    for _ in 0..<chance.below(4) {
                        let note = Note(chance.below(12), "\(chance.below(3))")
                        switch chance.below(8) {
                        case 0: change.removeAll(); model = []
                        case 1, 2: change.remove(note); model.removeAll { $0.id == note.id }
                        default:
                            change.insert(note)
                            if let place = model.firstIndex(where: { $0.id == note.id }) { model[place] = note } else { model.append(note) }
                        }
                    }
                }
                #expect(store.items == model)
            }
            #expect(try await folder.reread("notes") == model)
        }
    }
}
