/// The areas of the product that a replica keeps, the only place that names them.
enum ReplicaAreas {
    /// All areas. The one whose names are the newest comes last.
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
    /// The writes of all areas. Each kind of write has another name.
    static let writes: [any AreaWrite.Type] = all.compactMap { $0.write }
}
