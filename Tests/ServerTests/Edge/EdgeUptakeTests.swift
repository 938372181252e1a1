import NIOCore
import Testing

@testable import Server

@Suite("rules 20: the minimum rate of downloads, and merged body parts")
struct EdgeUptakeTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// Shows rule 20.15.
    @Test("Each period requires the minimum number of bytes, or all that waited at its beginning")
    func sendRate() {
        var sendRate = SendRate(atLeast: 1000, in: .seconds(30))
        _ = sendRate.write(5000, at: start)
        #expect(sendRate.look(unsent: 4001, at: start + .seconds(29)) == .early)
        #expect(sendRate.look(unsent: 4000, at: start + .seconds(29)) == .enough)
        #expect(sendRate.look(unsent: 3001, at: start + .seconds(58)) == .early)
        #expect(sendRate.look(unsent: 3001, at: start + .seconds(59)) == .tooLittle)
    }

    /// Shows rule 20.15.
    @Test("A client that reads all of a small answer reads enough")
    func little() {
        var sendRate = SendRate(atLeast: 1000, in: .seconds(30))
        _ = sendRate.write(10, at: start)
        _ = sendRate.write(20, at: start)
        #expect(sendRate.look(unsent: 20, at: start + .seconds(40)) == .enough)
        _ = sendRate.write(10, at: start + .seconds(41))
        #expect(sendRate.look(unsent: 20, at: start + .seconds(60)) == .early)
        #expect(sendRate.look(unsent: 10, at: start + .seconds(80)) == .enough)
    }

    /// Shows rule 20.15.
    @Test("The time in which everything is received doesn't count")
    func pauses() {
        var sendRate = SendRate(atLeast: 1000, in: .seconds(30))
        _ = sendRate.write(10, at: start)
        #expect(sendRate.look(unsent: 0, at: start + .seconds(1)) == .complete)
        let begins = sendRate.write(5000, at: start + .seconds(600))
        #expect(begins)
        #expect(sendRate.look(unsent: 5000, at: start + .seconds(629)) == .early)
        #expect(sendRate.look(unsent: 5000, at: start + .seconds(630)) == .tooLittle)
    }

    /// Shows rule 20.15.
    @Test("A body in parts of one byte is passed on in few parts")
    func bodyParts() {
        var (parts, handedOn) = (BodyAggregator(), [ByteBuffer]())
        let bytes = (0..<65_000).map { UInt8(truncatingIfNeeded: $0) }
        for byte in bytes {
            parts.add(ByteBuffer(bytes: [byte]))
            if parts.isLarge, let part = parts.take() { handedOn.append(part) }
        }
        if let part = parts.take() { handedOn.append(part) }
        #expect(handedOn.count == 4)
        #expect(handedOn.flatMap { Array($0.readableBytesView) } == bytes)
        #expect(parts.take() == nil)
    }
}
