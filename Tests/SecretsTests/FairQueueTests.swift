import Testing

@testable import Secrets

@Suite("rules 20: fair queueing by cost")
struct FairQueueTests {
    private func drain(_ queue: inout FairQueue<String>) -> [String] {
        var drained: [String] = []
        while let next = queue.removeNext() { drained.append(next) }
        return drained
    }

    @Test("One owner's elements keep their order, and an empty queue returns nil")
    func alone() {
        var queue = FairQueue<String>()
        #expect(queue.removeNext() == nil)
        for (element, cost) in [("a", 4), ("b", 1), ("c", 2)] { queue.append(element, cost: cost, of: "A") }
        #expect(queue.count == 3)
        #expect(drain(&queue) == ["a", "b", "c"])
    }

    /// Shows rule 20.3.
    @Test("A new owner waits for one element of a crowd, not for all of them")
    func late() {
        var queue = FairQueue<String>()
        for index in 0..<50 { queue.append("A\(index)", cost: 4, of: "A") }
        queue.append("B", cost: 1, of: "B")
        #expect(queue.removeNext() == "A0")
        #expect(queue.removeNext() == "B")
        queue.append("C", cost: 1, of: "C")
        #expect(queue.removeNext() == "C")
        #expect(queue.removeNext() == "A1")
    }

    @Test("An element that begins without waiting counts too")
    func charged() {
        var queue = FairQueue<String>()
        queue.charge(4, to: "A")
        queue.append("a", cost: 4, of: "A")
        queue.append("b", cost: 1, of: "B")
        #expect(drain(&queue) == ["b", "a"])
    }

    /// Shows rule 20.3.
    @Test("A pause doesn't save up turns")
    func pause() {
        var queue = FairQueue<String>()
        for _ in 0..<100 { queue.charge(4, to: "A") }
        for index in 0..<3 { queue.append("a\(index)", cost: 1, of: "A") }
        for index in 0..<9 { queue.append("b\(index)", cost: 1, of: "B") }
        #expect(drain(&queue) == ["b0", "b1", "b2", "b3", "a0", "b4", "a1", "b5", "a2", "b6", "b7", "b8"])
    }

    @Test("Removing a waiting element costs its owner nothing")
    func removed() {
        var queue = FairQueue<String>()
        for index in 0..<10 { queue.append("a\(index)", cost: 4, of: "A") }
        #expect(queue.removeFirst { $0 == "x" } == nil)
        for index in 0..<9 { #expect(queue.removeFirst { $0 == "a\(index)" } == "a\(index)") }
        queue.append("b", cost: 1, of: "B")
        #expect(drain(&queue) == ["a9", "b"])
    }
}
