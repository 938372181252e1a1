import Testing

@testable import Server

@Suite("rules 20: choosing the connection to close for a new one")
struct OpenConnectionsTests {
    private typealias Table = OpenConnections<Int, String>

    /// Makes a table with some open connections, in the order of their numbers.
    private func table(limit: Int, share: Int = 100, _ owners: String...) -> Table {
        var table = Table(limit: limit, share: share)
        for (id, owner) in owners.enumerated() { #expect(table.open(id, of: owner) == []) }
        return table
    }

    @Test("Below the limit no connection is closed")
    func room() {
        var table = table(limit: 3, "a", "a")
        #expect(table.open(2, of: "a") == [])
        #expect(table.count == 3)
    }

    /// Shows rule 20.28.
    @Test("Beyond the limit the owner with the most loses its longest idle one, however long others are idle")
    func most() {
        var table = table(limit: 4, "b", "a", "a", "a")
        #expect(table.open(4, of: "c") == [1])
        #expect(table.open(5, of: "c") == [2])
        #expect(table.count == 4)
        // "c" has two, and every other owner one.
        #expect(table.open(6, of: "d") == [4])
        // Now "b" has two, more than any other owner.
        #expect(table.open(7, of: "b") == [0])
    }

    @Test("A request makes its connection the least idle one")
    func used() {
        var table = table(limit: 3, "a", "a", "a")
        table.begin(0)
        table.end(0)
        #expect(table.open(3, of: "b") == [1])
        #expect(table.open(4, of: "b") == [2])
    }

    /// Shows rule 20.28.
    @Test("A connection with a request in progress is never closed; if all are busy, the first to end is closed")
    func busy() {
        var table = table(limit: 2, "a", "a")
        table.begin(0)
        table.begin(1)
        #expect(table.open(2, of: "b") == [])
        #expect(table.count == 3)
        #expect(table.end(0) == [0])
        #expect(table.open(3, of: "b") == [2])
        #expect(table.count == 2)
    }

    @Test("A full server of busy connections closes them as they end, since no new connection would cause it")
    func full() {
        var table = table(limit: 2, "a", "a")
        for id in 0..<2 { table.begin(id) }
        for id in 2..<4 {
            #expect(table.open(id, of: "a") == [])
            table.begin(id)
        }
        #expect(table.end(0) == [0] && table.end(1) == [1] && table.end(2) == [])
        #expect(table.count == 2)
    }

    @Test("Requests that begin on connections marked for closing don't leave an owner beyond its share for good")
    func keptBeyondShare() {
        var table = table(limit: 100, share: 2, "a", "a")
        #expect(table.open(2, of: "a") == [0])
        table.begin(0)
        #expect(table.count == 3)
        #expect(table.end(0) == [1])
        #expect(table.count == 2)
    }

    @Test("If the owner with the most is busy, the next owner's connection is closed")
    func busyOwner() {
        var table = table(limit: 3, "a", "a", "b")
        table.begin(0)
        table.begin(1)
        #expect(table.open(3, of: "c") == [2])
    }

    /// Shows rule 20.28.
    @Test("A connection marked for closing no longer counts; if a request keeps it, another one is closed")
    func kept() {
        var table = table(limit: 2, "a", "a")
        #expect(table.open(2, of: "b") == [0])
        table.begin(0)
        #expect(table.count == 3)
        #expect(table.open(3, of: "b") == [1, 2])
        table.close(0)
        table.close(1)
        table.close(2)
        #expect(table.count == 1)
    }

    @Test("A closed connection frees its place once and is forgotten")
    func closed() {
        var table = table(limit: 2, "a", "a")
        table.close(0)
        table.close(0)
        table.begin(0)
        table.end(0)
        #expect(table.count == 1)
        #expect(table.open(2, of: "b") == [])
    }

    /// Shows rule 20.29.
    @Test("Beyond its share an owner loses its own longest idle connection, even if there is room")
    func share() {
        var table = table(limit: 100, share: 2, "b", "a", "a")
        #expect(table.open(3, of: "a") == [1])
        #expect(table.open(4, of: "b") == [])
        #expect(table.open(5, of: "b") == [0])
        #expect(table.count == 4)
    }

    /// Shows rule 20.29.
    @Test("If all connections of a full share are busy, the new one is closed")
    func busyShare() {
        var table = table(limit: 100, share: 2, "a", "a")
        table.begin(0)
        table.begin(1)
        #expect(table.open(2, of: "a") == [2])
        table.close(2)
        table.end(0)
        #expect(table.open(3, of: "a") == [0])
        #expect(table.count == 2)
    }

    /// Shows rule 20.28.
    @Test("In any order of events no owner exceeds its share, no busy connection is closed, and the count is right")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var table = Table(limit: 8, share: 4)
            // The owner of each open connection, whether it is busy, and whether it is marked for closing.
            var open: [Int: (owner: Int, busy: Bool, leaving: Bool)] = [:]
            for id in 0..<300 {
                let owner = Int.random(in: 0..<5, using: &generator)
                open[id] = (owner, false, false)
                for closing in table.open(id, of: "\(owner)") {
                    #expect(open[closing]?.busy == false && open[closing]?.leaving == false)
                    open[closing]?.leaving = true
                }
                let held = open.values.filter { $0.owner == owner && !$0.leaving }
                #expect(held.count <= max(4, held.count { $0.busy }))
                for other in open.keys.sorted() {
                    guard let state = open[other] else { continue }
                    switch Int.random(in: 0..<6, using: &generator) {
                    case 0 where !state.busy && other != id:
                        table.begin(other)
                        open[other] = (state.owner, true, false)
                    case 1 where state.busy:
                        open[other]?.busy = false
                        for closing in table.end(other) {
                            #expect(open[closing]?.busy == false && open[closing]?.leaving == false)
                            open[closing]?.leaving = true
                        }
                    case 2 where state.leaving || Bool.random(using: &generator):
                        table.close(other)
                        open[other] = nil
                    default: break
                    }
                }
                #expect(table.count == open.values.count { !$0.leaving })
            }
        }
    }
}
