/// A queue that is fair between the owners of its elements. Each element has a cost. The next element belongs to the
/// owner whose earlier elements have cost least in all; it is this owner's oldest element.
///
/// The method is start-time fair queueing. Each owner has a mark. When an element begins, its cost is added to its
/// owner's mark. The owner with the lowest mark is next. An owner that returns after a pause starts at the mark of the
/// last element that began, so a pause gives no advantage. An element that is removed before it begins costs its owner
/// nothing.
struct FairQueue<Element> {
    private struct Entry {
        let element: Element
        let cost: Int
        let owner: String
    }

    private var entries: [Entry] = []
    /// The marks of owners that are higher than `now`. An owner's mark grows by the cost of each of its elements that
    /// begins. The mark of every other owner is `now`.
    private var marks: [String: Int] = [:]
    /// The mark that the owner of the last element had when this element began.
    private var now = 0

    var count: Int { entries.count }

    mutating func append(_ element: Element, cost: Int, of owner: String) {
        entries.append(Entry(element: element, cost: cost, owner: owner))
    }

    /// Removes the element that is next and returns it; nil if the queue is empty.
    mutating func removeNext() -> Element? {
        guard let index = entries.indices.min(by: { mark(of: entries[$0].owner) < mark(of: entries[$1].owner) }) else { return nil }
        let entry = entries.remove(at: index)
        charge(entry.cost, to: entry.owner)
        return entry.element
    }

    /// Removes the first element that the function accepts and returns it; nil if it accepts none. The element's cost
    /// isn't charged to its owner.
    mutating func removeFirst(where isSought: (Element) -> Bool) -> Element? {
        guard let index = entries.firstIndex(where: { isSought($0.element) }) else { return nil }
        return entries.remove(at: index).element
    }

    /// Adds a cost to an owner's mark. Call it for work that begins without waiting in the queue.
    mutating func charge(_ cost: Int, to owner: String) {
        now = mark(of: owner)
        marks[owner] = now + cost
        marks = marks.filter { $0.value > now }
    }

    private func mark(of owner: String) -> Int { max(now, marks[owner, default: now]) }
}
