import Logging
import NIOCore
import Synchronization

/// Sends pushes to Apple for one team in one environment, over one HTTP/2 connection.
///
/// The connection opens with the first push and stays open. If it is lost, the client resolves the host name again and
/// opens a new one. Use one client per team, because Apple refuses a connection that two teams use.
public final class APNsClient: Sendable {
    private let loop: any EventLoop
    private let session: NIOLoopBoundBox<APNsSession>
    /// The pushes that were passed to `send` and that the event loop hasn't received yet. The event loop takes all of
    /// them at once, so several pushes wake it only once.
    private let inbox = Mutex<[PendingPush]>([])
    private let opened: Counter

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    /// Creates a client without connecting.
    /// - Parameters:
    ///   - url: Apple's URL, `https://api.push.apple.com` or `https://api.sandbox.push.apple.com`, optionally with the
    ///     port `:2197`. For tests, it is the URL of a stand-in. If the URL is invalid, every push ends with `notSent`.
    ///   - caFile: a PEM file with the trusted certificates; nil for those of the system.
    ///   - requestTimeout: the time limit for an answer, and for opening a connection.
    ///   - pingInterval: the time without a received byte after which the client sends a PING. The answer to the PING
    ///     may take as long as `requestTimeout`.
    ///   - eventLoopGroup: the client runs on one of the group's event loops.
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

    /// The number of connections opened so far, with TLS established.
    public var connectionsOpened: Int { opened.value.load(ordering: .relaxed) }

    /// Sends one push and waits for its result. Pushes start in the order of the calls. Cancelling the task has no
    /// effect.
    /// - Parameters:
    ///   - providerToken: the JWT of this client's team.
    ///   - startBy: the instant until which the push may wait for a connection and a stream. Once the push has started,
    ///     it takes at most the request timeout.
    /// - Returns: the result, even if the connection fails.
    public func send(_ request: APNsRequest, providerToken: String, startBy: ContinuousClock.Instant) async -> APNsResult {
        if let fault = request.fault(providerToken: providerToken) { return .notSent(.invalidPush, fault) }
        return await withCheckedContinuation { continuation in
            let push = PendingPush(request, providerToken: providerToken, startBy: startBy, continuation: continuation)
            let isFirst = inbox.withLock { inbox in
                inbox.append(push)
                return inbox.count == 1
            }
            if isFirst { loop.execute { self.session.value.enqueue(self.inbox.withLock { $0.takeAll() }) } }
        }
    }

    /// Closes the client. Pushes that wait for a stream end with `notSent`, and so do later ones. Then it waits for the
    /// pushes in flight.
    /// - Parameter grace: the maximum time that closing may take. Pushes that are still in flight after it end with
    ///   `unanswered`.
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
