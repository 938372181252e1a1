import DavenportAPI
import Domain
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Server

@Suite("rules 20: the minimum rate of uploads")
struct EdgeFlowTests {
    /// Shows rule 20.25.
    @Test("An upload that sends nothing, or a byte now and then, gets 408 and stores nothing", arguments: [false, true])
    func slow(trickles: Bool) async throws {
        try await TestServer.with(features: [.class], limits: .patient { $0.bodyRatePeriod = .milliseconds(500) }) { server in
            let ada = try await server.person("ada")
            try await RawClient.with(port: server.port) { client in
                try await client.send(
                    """
                    PUT /v1/files/\(UUID().uuidString.lowercased())?name=a.txt HTTP/1.1\r
                    Host: sofa\r
                    Authorization: Bearer \(ada.token)\r
                    Content-Length: 20971520\r
                    \r\n
                    """)
                if trickles { try await client.trickle("a") } else { try await client.untilClosed() }
                #expect(client.statuses == [408] && client.received.contains("request_timeout"), "\(client.received)")
            }
            #expect(try await server.database.count("file_chunks") == 0)
            // The upload's place is free again.
            let path = "/v1/files/\(UUID().uuidString.lowercased())?name=a.txt"
            #expect(try await server.call(.put, path, token: ada.token, body: [1]).status == 201)
        }
    }

    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// Shows rule 20.25.
    @Test("Each period requires the minimum number of bytes, and the first period is twice as long")
    func periods() {
        var receiveRate = ReceiveRate(atLeast: 1000, in: .seconds(10))
        let look = { (now: NIODeadline) in receiveRate.isEnough(at: now) }
        receiveRate.wait(at: start)
        #expect(look(start + .seconds(19)))
        receiveRate.take(1000, at: start + .seconds(19))
        receiveRate.wait(at: start + .seconds(19))
        #expect(look(start + .seconds(20)))
        #expect(look(start + .seconds(29)))
        receiveRate.take(999, at: start + .seconds(29))
        receiveRate.wait(at: start + .seconds(29))
        #expect(!look(start + .seconds(30)))
    }

    /// Shows rule 20.25.
    @Test("A client that sends nothing at first has two periods")
    func silent() {
        var receiveRate = ReceiveRate(atLeast: 1000, in: .seconds(10))
        let look = { (now: NIODeadline) in receiveRate.isEnough(at: now) }
        receiveRate.wait(at: start)
        #expect(look(start + .milliseconds(19_999)))
        #expect(!look(start + .seconds(20)))
    }

    /// Shows rule 20.25.
    @Test("The rate doesn't count while the server doesn't read")
    func waiting() {
        var receiveRate = ReceiveRate(atLeast: 1000, in: .seconds(10))
        let look = { (now: NIODeadline) in receiveRate.isEnough(at: now) }
        receiveRate.wait(at: start)
        receiveRate.take(10, at: start + .seconds(1))
        #expect(look(start + .seconds(600)))
        receiveRate.wait(at: start + .seconds(600))
        #expect(look(start + .seconds(618)))
        receiveRate.rest(at: start + .seconds(618))
        #expect(look(start + .seconds(900)))
        receiveRate.wait(at: start + .seconds(900))
        #expect(!look(start + .seconds(901)))
    }

    /// Shows rule 20.25.
    @Test("The rate is 8 KiB a second")
    func rate() {
        #expect(EdgeLimits().minimumBodyRate == 10 * 8 * 1024)
        #expect(EdgeLimits.patient { $0.bodyRatePeriod = .milliseconds(500) }.minimumBodyRate == 4096)
    }
}
