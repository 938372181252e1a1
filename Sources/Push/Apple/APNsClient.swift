import Logging
import NIOCore
import Synchronization

/// Sends pushes to Apple for one team in one environment, over one HTTP/2 connection.
///
/// The connection is opened when first needed, stays open, and is replaced after its loss; the name is looked up anew each time. Make one
/// for each team: Apple refuses a connection that speaks for two.
public final class APNsClient: Sendable {
    private let loop: any EventLoop
    private let session: NIOLoopBoundBox<APNsSession>
    /// What has been given to `send` and not yet to the event loop, so that many pushes wake it once.
    private let inbox = Mutex<[PendingPush]>([])
    private let opened: Counter

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    /// - Parameters:
    ///   - url: `https://api.push.apple.com`, `https://api.sandbox.push.apple.com`, either with `:2197`, or who stands in for them.
    ///     With one that is none, every push ends `notSent`.
    ///   - caFile: a PEM file with the certificates that vouch for the host; nil for those of the system.
    ///   - requestTimeout: how long an answer may take, and a connection to be made.
    ///   - pingInterval: how long nothing may be heard before it is asked whether Apple is still there. The answer may take
    ///     `requestTimeout`.
    ///   - eventLoopGroup: one of its threads does all the work.
    public convenience init(
        url: String, caFile: String?, requestTimeout: Duration = .seconds(10), pingInterval: Duration = .seconds(30),
        eventLoopGroup: any EventLoopGroup, logger: Logger
    ) {
        var timing = APNsTiming()
        timing.request = TimeAmount(requestTimeout)
        timing.ping = TimeAmount(pingInterval)
        self.init(url: url, caFile: caFile, timing: timing, eventLoopGroup: eventLoopGroup, logger: logger)
    }

    init(url: String, caFile: String?, timing: APNsTiming, eventLoopGroup: any EventLoopGroup, logger: Logger) {
        let (loop, opened) = (eventLoopGroup.next(), Counter())
        let address = Result { () throws(APNsAddress.Fault) in try APNsAddress(url: url, caFile: caFile) }
        self.loop = loop
        self.opened = opened
        session = .makeBoxSendingValue(
            APNsSession(address: address, timing: timing, loop: loop, logger: logger) { opened.value.add(1, ordering: .relaxed) },
            eventLoop: loop)
    }

    deinit {
        loop.execute { [session] in session.value.close(grace: .zero) {} }
    }

    /// How many connections have been made so far, TLS included.
    public var connectionsOpened: Int { opened.value.load(ordering: .relaxed) }

    /// Sends one push and waits for its end. Pushes are started in the order in which they are given. Cancelling the task changes nothing.
    /// - Parameters:
    ///   - providerToken: the JWT of this client's team.
    ///   - startBy: until when it may wait for a connection and a stream. From its start on it takes no longer than the request timeout.
    /// - Returns: how it ended: always exactly one result.
    public func send(_ request: APNsRequest, providerToken: String, startBy: ContinuousClock.Instant) async -> APNsResult {
        if let fault = APNsHeaders.fault(in: request, providerToken: providerToken) { return .notSent(fault) }
        return await withCheckedContinuation { continuation in
            let push = PendingPush(request, providerToken: providerToken, startBy: startBy, continuation: continuation)
            let isFirst = inbox.withLock { inbox in
                inbox.append(push)
                return inbox.count == 1
            }
            if isFirst { loop.execute { self.session.value.enqueue(self.inbox.withLock { $0.takeAll() }) } }
        }
    }

    /// Refuses what waits for a stream, lets what is in flight end, then closes. Whatever is sent afterwards ends `notSent`.
    /// - Parameter grace: how long that may take; what is then in flight ends `unanswered`.
    public func close(grace: Duration) async {
        await withCheckedContinuation { continuation in
            loop.execute { self.session.value.close(grace: TimeAmount(grace)) { continuation.resume() } }
        }
    }
}

extension [PendingPush] {
    fileprivate mutating func takeAll() -> [PendingPush] {
        defer { self = [] }
        return self
    }
}
