import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A timer of a connection.
enum ConnectionTimer: CaseIterable {
    /// The deadline of the next thing that the client must do.
    case input
    /// Checks the rate of a streaming body.
    case receiveRate
    /// Checks whether the client receives its responses.
    case sendRate
    /// Probes a client that has closed its sending side.
    case probe
    /// Ends the time for one last request, at shutdown.
    case lastRequest
    /// Ends the time for requests in flight, at shutdown.
    case shutdown
}

/// An event of a connection, for its state machine. Events come from the socket unless their comments name another
/// source.
enum ConnectionEvent {
    case received(ByteBuffer)
    /// The channel wants to read from the socket. The state machine decides when it does.
    case readWanted
    case readComplete
    /// The client has closed its sending side.
    case inputClosed
    case inactive
    /// The encoder has written this number of bytes of responses.
    case wrote(Int)
    /// All bytes of one write, this many, were sent, or the write failed.
    case sent(Int)
    /// Everything was sent that was written before `drain`.
    case drained

    /// The decoder has read a piece, and has reported what was in it.
    case decoded
    /// The decoder knows that the input has ended.
    case inputEnded
    case head(HTTPRequest, supportsInterim: Bool)
    case body(ByteBuffer)
    case end
    /// The bytes aren't a valid request, or the socket failed.
    case malformed(detail: String?)
    /// The calls that were running at the action `resumeSoon` have returned.
    case resume

    /// The request's task has a part of the response.
    case answer(HTTPResponsePart)
    /// The end of the response was written.
    case answered
    /// The request's task has ended without a response.
    case failed
    /// The request's task reports what it does with the body.
    case signal(BodySignal)
    /// The reader of the body has enough for now, or wants more again.
    case reader(isFull: Bool)

    /// A timer rings. At that time, the kernel hasn't taken the last `unsent` bytes of the responses.
    case rang(ConnectionTimer, unsent: Int)
    /// The server begins to shut down.
    case quiesce
    /// The server has too many connections, and wants to close this one if it is idle.
    case makeRoom
    /// The server was cancelled. The connection ends without waiting for the request in flight.
    case cancel
}

/// A message about a request's body, from the task that answers the request.
enum BodySignal {
    /// The task is about to read the body. If the client waits for `100 Continue`, the connection sends it.
    case wanted
    /// A streaming body was admitted. Its deadline is extended by the time that its length in bytes needs.
    case admitted(length: Int)
}

extension HTTPResponse.Status {
    /// An interim response: the server is still working on the request. Every client accepts interim responses (RFC
    /// 9110, 15.2).
    static let processing = Self(code: 102, reasonPhrase: "Processing")
}

/// An action that a connection's state machine asks its caller to perform.
enum ConnectionAction {
    /// Pass the bytes to the decoder, then report `decoded`.
    case decode(ByteBuffer)
    /// Tell the decoder that the input has ended, then report `inputEnded`.
    case endInput
    case read
    /// Report `resume` from the event loop, once the calls that are running now have returned.
    case resumeSoon

    /// Answer the request, which has arrived completely.
    case start(HTTPRequest, ByteBuffer)
    /// Answer the request. Its body follows in `feed` and ends with `endBody`.
    case startStream(HTTPRequest)
    case feed(ByteBuffer)
    /// End the body: with an error for its reader, or with nil after its last byte.
    case endBody(BodyFault?)
    /// Cancel the request at once.
    case cancelRequest
    /// Cancel the request of a client that is gone, unless the request ends within `EdgeLimits.probeDelay`.
    case abandonRequest

    /// Write a part of the response. After its end, report `answered`.
    case send(HTTPResponsePart)
    case sendInterim(HTTPResponse.Status)
    /// Send the response to bytes that don't become a request, because they are invalid or come too slowly.
    case refuse(Refusal.Reason)
    /// Send everything that was written, then report `drained`.
    case drain
    case closeOutput
    case close

    case arm(ConnectionTimer, TimeAmount)
    case disarm(ConnectionTimer)
    /// Record that the client has received bytes of its responses.
    case noteProgress
    /// Record that the connection has become idle or busy.
    case note(isIdle: Bool)
}
