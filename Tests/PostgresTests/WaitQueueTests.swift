import Testing

@testable import Postgres

@Suite struct WaitQueueTests {
    private let now = ContinuousClock.now

    private func place(_ milliseconds: Int) -> WaitQueue.Place {
        WaitQueue.Place(pipelinedQuery: PipelinedQuery([]), since: now, deadline: now + .milliseconds(milliseconds))
    }

    @Test func firstComeFirstServed() {
        var line = WaitQueue()
        let places = (0..<5000).map { place($0) }
        for (index, place) in places.enumerated() {
            line.append(place)
            // Elements are removed while others are added, so that the queue moves through its buffer.
            if index >= 2000 { #expect(line.popFirst()?.pipelinedQuery === places[index - 2000].pipelinedQuery) }
        }
        #expect(line.count == 2000)
        for index in 3000..<5000 { #expect(line.popFirst()?.pipelinedQuery === places[index].pipelinedQuery) }
        #expect(line.popFirst() == nil && line.count == 0 && line.nextDeadline == nil)
    }

    @Test func whoGivesUpIsSkipped() {
        var line = WaitQueue()
        let places = (0..<4).map { place($0) }
        places.forEach { line.append($0) }
        #expect(line.remove(places[0].pipelinedQuery) && line.remove(places[2].pipelinedQuery) && !line.remove(places[2].pipelinedQuery))
        #expect(line.count == 2 && line.nextDeadline == places[1].deadline)
        #expect(line.popFirst()?.pipelinedQuery === places[1].pipelinedQuery)
        #expect(line.popAll().map(ObjectIdentifier.init) == [ObjectIdentifier(places[3].pipelinedQuery)])
    }

    @Test func whoIsPutBackIsFirst() {
        var line = WaitQueue()
        let places = (0..<3).map { place($0) }
        line.putBack(places[1])
        line.putBack(places[0])
        line.append(places[2])
        #expect(line.popFirst()?.pipelinedQuery === places[0].pipelinedQuery)
        line.putBack(places[0])
        #expect(line.popAll().map(ObjectIdentifier.init) == places.map { ObjectIdentifier($0.pipelinedQuery) })
    }

    @Test func theirTimeIsOverOneByOne() {
        var line = WaitQueue()
        let places = (0..<4).map { place(10 * $0) }
        places.forEach { line.append($0) }
        #expect(line.popExpired(at: now + .milliseconds(15)).count == 2)
        #expect(line.popExpired(at: now + .milliseconds(15)).isEmpty)
        #expect(line.popExpired(at: now + .milliseconds(30)).count == 2 && line.count == 0)
    }

    @Test func whoHasLessPatienceGivesUpBeforeThoseAhead() {
        var line = WaitQueue()
        let places = [20, 10, 30].map { place($0) }
        places.forEach { line.append($0) }
        #expect(line.nextDeadline == places[1].deadline)
        let expired = line.popExpired(at: now + .milliseconds(10))
        #expect(
            expired.map(ObjectIdentifier.init) == [ObjectIdentifier(places[1].pipelinedQuery)] && line.nextDeadline == places[0].deadline)
        #expect(line.popAll().map(ObjectIdentifier.init) == [places[0], places[2]].map { ObjectIdentifier($0.pipelinedQuery) })
    }
}
