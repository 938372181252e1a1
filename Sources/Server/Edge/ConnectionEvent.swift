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
    case parting
    /// Ends the time for requests in flight, at shutdown.
    case shutdown
}

/// An event of a connection. The comments name the source where it isn't the socket.
enum ConnectionEvent {
    case received(ByteBuffer)
    /// The channel would read from the socket.
    case readWanted
    case readComplete
    /// The client has closed its sending side.
    case inputClosed
    case inactive
    /// Bytes were given to the socket.
    case wrote(Int)
    /// All bytes of a write were sent, or the write failed.
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
    /// The moment after `resumeSoon`.
    case resume

    /// The request's task has a part of the response.
    case answer(HTTPResponsePart)
    /// The end of the response was written.
    case answered
    /// The request's task has no response.
    case failed
    /// The request's task says something about the body.
    case signal(BodySignal)
    /// The reader of the body has enough for now, or wants more again.
    case reader(isFull: Bool)

    /// A timer rings. The kernel hasn't taken this number of bytes yet.
    case rang(ConnectionTimer, unsent: Int)
    /// The server begins to shut down.
    case quiesce
    /// The server needs the connection's place if it is idle.
    case makeRoom
    /// The server ends at once.
    case cancel
}

/// A message about its body from the task that answers a request.
enum BodySignal {
    /// The body is wanted. If the client waits for it, the connection sends `100 Continue`.
    case wanted
    /// A streaming body was admitted, and has the time that its length needs.
    case admitted(length: Int)
}

extension HTTPResponse.Status {
    /// Says that the request is still being answered. Clients accept it (RFC 9110, 15.2).
    static let processing = Self(code: 102, reasonPhrase: "Processing")
}

/// An action on a connection.
enum ConnectionAction {
    /// Pass the bytes to the decoder, then report `decoded`.
    case decode(ByteBuffer)
    /// Tell the decoder that the input has ended, then report `inputEnded`.
    case endInput
    case read
    /// Report `resume` when the current calls have returned.
    case resumeSoon

    /// Answer the request, which has arrived completely.
    case start(HTTPRequest, ByteBuffer)
    /// Answer the request, whose body follows by `feed`.
    case startStream(HTTPRequest)
    case feed(ByteBuffer)
    case endBody(BodyFault?)
    /// Cancel the request at once.
    case cancelRequest
    /// Cancel the request of a client that is gone, unless it ends soon.
    case abandonRequest

    /// Write a part of the response. After its end, report `answered`.
    case send(HTTPResponsePart)
    case sendInterim(HTTPResponse.Status)
    /// Send the response to bytes that aren't a valid request.
    case refuse(detail: String?)
    /// Send everything that was written, then report `drained`.
    case drain
    case closeOutput
    case close

    case arm(ConnectionTimer, TimeAmount)
    case disarm(ConnectionTimer)
    /// The client receives bytes.
    case noteProgress
    /// The connection has become idle or busy.
    case note(isIdle: Bool)
}
