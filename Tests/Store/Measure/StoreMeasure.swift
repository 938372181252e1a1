import DavenportStore
import Foundation

/// Measures a store with many items, for `bin/bench sync`: `store-measure [ITEMS]`.
///
/// Prints each figure on a line, as `name value`, in milliseconds. It measures elapsed time, because a store waits for
/// the disk as much as it computes.
@main
enum StoreMeasure {
    private static let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000

    private struct Note: Codable, Equatable, Identifiable, Sendable {
        let id: UUID
        var text: String
        var number: Int
    }

    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-measure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await measure(folder.appending(path: "notes.sqlite"))
    }

    @MainActor private static func measure(_ file: URL) async throws {
        let notes = (0..<count).map { Note(id: UUID(), text: "That hallway again, and the music! \($0)", number: $0) }
        let store = Store<Note>(file: file)
        try await store.itemsHaveLoaded()
        try await print("inserted-milliseconds", milliseconds { try await store.insert(notes) })
        var changed = notes[count / 2]
        changed.text = "That other hallway."
        try await print("changed-milliseconds", milliseconds { try await store.insert(changed) })
        let again = Store<Note>(file: file)
        try await print("loaded-milliseconds", milliseconds { try await again.itemsHaveLoaded() })
        guard again.items == store.items, again.items.count == count, again[id: changed.id] == changed else { throw Fault() }
    }

    @MainActor private static func milliseconds(_ body: @MainActor () async throws -> Void) async rethrows -> Double {
        let began = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - began) / .milliseconds(1)
    }

    private struct Fault: Error, CustomStringConvertible {
        let description = "The store has lost what was put into it."
    }
}
