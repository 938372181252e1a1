import DavenportStore
import Foundation
import Observation
import Synchronization
import Testing

/// An item without `id`. Its slug identifies it.
private struct Article: Codable, Equatable, Sendable {
    let slug: String
    var title: String
}

/// A model as an app has it.
@MainActor @Observable private final class Library {
    @ObservationIgnored @Stored var articles: [Article]

    init(_ store: Store<Article>) {
        _articles = Stored(in: store)
    }

    func add(_ article: Article) async throws { try await $articles.insert(article) }
}

@Suite("rules 14.1 and 14.17: items that a key path or closure identifies, as a property of a model")
struct KeyedStoreTests {
    private let first = Article(slug: "a", title: "A")
    private let second = Article(slug: "b", title: "B")
    private let third = Article(slug: "c", title: "C")

    /// Shows rule 14.1.
    @Test("A property or a closure identifies items that aren't Identifiable", arguments: [true, false])
    func identified(byKeyPath: Bool) async throws {
        try await Folder.with { folder in
            @MainActor func store() -> Store<Article> {
                byKeyPath
                    ? Store(file: folder.file("articles"), id: \.slug)
                    : Store(file: folder.file("articles")) { $0.slug.lowercased() }
            }
            let articles = store()
            try await articles.insert([first, second, third])
            var changed = second
            changed.title = "B again"
            try await articles.insert(changed)
            #expect(articles.items == [first, changed, third])
            #expect(articles[id: "b"] == changed && articles[id: "x"] == nil)
            try await articles.insert(second, invalidating: .items(["a", "b"]))
            #expect(articles.items == [third, second])
            try await articles.remove(ids: ["b"])
            try await articles.remove(third)
            #expect(articles.items.isEmpty)
            try await articles.insert([first, second], invalidating: .all)
            let again = store()
            try await again.itemsHaveLoaded()
            #expect(again.items == [first, second])
            try await again.insert(changed)
            #expect(again.items == [first, changed])
        }
    }

    /// Shows rule 14.1.
    @Test("Two items that are equal but for their id are two, and an id may be any Hashable value")
    func otherIDs() async throws {
        try await Folder.with { folder in
            let store = Store<Note>(file: folder.file("notes"), id: \.text)
            try await store.insert([Note(1, "a"), Note(1, "b")])
            try await store.change {
                $0.insert(Note(2, "a"))
                $0.remove(ids: ["b"])
            }
            #expect(store.items == [Note(2, "a")])
        }
    }

    /// Shows rule 14.17.
    @Test("A model's property has the present items, and its readers are notified of each change")
    func stored() async throws {
        try await Folder.with { folder in
            let library = Library(Store(file: folder.file("articles"), id: \.slug))
            #expect(library.articles.isEmpty)
            for (count, article) in [first, second].enumerated() {
                let notified = Mutex(0)
                let before = withObservationTracking {
                    library.articles.count
                } onChange: {
                    notified.withLock { $0 += 1 }
                }
                #expect(before == count)
                try await library.add(article)
                #expect(notified.withLock { $0 } == 1)
            }
            #expect(library.articles == [first, second] && library.$articles.hasLoaded)
        }
    }
}
