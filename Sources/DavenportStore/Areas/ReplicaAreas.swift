/// Lists the areas of the product that a replica keeps. No other code of the replica names an area.
enum ReplicaAreas {
    /// All areas. The outbox decodes a stored write as one of each area in turn, and reports the error of the last
    /// area.
    static let all: [any ReplicaArea.Type] = [
        WatchArea.self, ClassArea.self, PlayArea.self, AccountsArea.self, PeopleArea.self, NotificationsArea.self,
    ]
    /// The parts of all areas: the collections in the order in which pages are applied, then the documents.
    static let parts: [any ReplicaPart] = {
        let parts = all.flatMap { $0.parts }
        return parts.filter { !$0.isDocument } + parts.filter { $0.isDocument }
    }()
    /// The collections of threads.
    static let threads: [any AnyThreads] = parts.compactMap { $0 as? any AnyThreads }
    /// The types of the writes of all areas. No two of them have a case with the same name, so only one of them can
    /// decode a stored write.
    static let writes: [any AreaWrite.Type] = all.compactMap { $0.write }
}
