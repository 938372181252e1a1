/// A queue that is fair between the owners of its elements. Each element has a cost. The next element is the first one of
/// the owner that has received the least.
///
/// It uses start-time fair queueing: each owner has a mark, which grows by the cost of each element that begins, and the
/// owner with the lowest mark is next. An owner that comes back after a pause begins at the mark of the last element that
/// began, so no owner saves up turns. An element that is removed before it begins costs its owner nothing.
struct FairQueue<Element> {
    private struct Entry {
        let element: Element
        let cost: Int
        let owner: String
    }

    private var entries: [Entry] = []
    /// The marks of the owners that are beyond `now`. Every other owner's mark is `now`.
    private var marks: [String: Int] = [:]
    /// The mark at which the last element began.
    private var now = 0

    var count: Int { entries.count }

    mutating func append(_ element: Element, cost: Int, of owner: String) {
        entries.append(Entry(element: element, cost: cost, owner: owner))
    }

    /// Removes and returns the next element; nil if there is none.
    mutating func removeNext() -> Element? {
        guard let index = entries.indices.min(by: { mark(of: entries[$0].owner) < mark(of: entries[$1].owner) }) else { return nil }
        let entry = entries.remove(at: index)
        charge(entry.cost, to: entry.owner)
        return entry.element
    }

    /// Removes the first element that fits, without charging its owner.
    mutating func removeFirst(where isSought: (Element) -> Bool) -> Element? {
        guard let index = entries.firstIndex(where: { isSought($0.element) }) else { return nil }
        return entries.remove(at: index).element
    }

    /// Charges an owner for work that begins without having waited in the queue.
    mutating func charge(_ cost: Int, to owner: String) {
        now = mark(of: owner)
        marks[owner] = now + cost
        marks = marks.filter { $0.value > now }
    }

    private func mark(of owner: String) -> Int { max(now, marks[owner, default: now]) }
}
