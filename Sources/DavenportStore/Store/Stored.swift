/// A property whose value is the present items of a store, for an `@Observable` model or a view.
///
///     @MainActor @Observable final class Library {
///         @ObservationIgnored @Stored(in: Library.store) var articles
///         static let store = Store<Article>(file: file, id: \.slug)
///
///         func add(_ article: Article) async throws { try await $articles.insert(article) }
///     }
///
/// `articles` is the list of items, empty until the store has loaded, and `$articles` the store, which changes them. The
/// store itself is observable, so views and `withObservationTracking` that read `articles` are notified of each change:
/// `@ObservationIgnored` is needed because `@Observable` can't track a property with a wrapper. If the store is known
/// only in the initializer, declare `@ObservationIgnored @Stored var articles: [Article]` and set
/// `_articles = Stored(in: store)` there.
@MainActor @propertyWrapper
public struct Stored<Item: Codable & Equatable & Sendable> {
    /// The store.
    public let projectedValue: Store<Item>
    /// The present items of the store, in their order.
    public var wrappedValue: [Item] { projectedValue.items }

    /// Creates the property for a store. The store keeps its items in a file of its own, or belongs to a `Replica`.
    public init(in store: Store<Item>) {
        projectedValue = store
    }
}
