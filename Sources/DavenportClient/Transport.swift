import DavenportAPI
import Foundation

/// Sends requests to a server. It wraps a function of any HTTP client, or of a test.
public struct Transport: Sendable {
    /// An HTTP request.
    public struct Request: Sendable {
        public var method: DavenportAPI.Method
        /// The URL, including the query, percent-encoded.
        public var url: URL
        /// The headers, by lower-case name.
        public var headers: [String: String]
        /// The body; nil if there is none.
        public var body: Data?

        /// Creates a request.
        /// - Parameter headers: the headers, by lower-case name.
        public init(method: DavenportAPI.Method, url: URL, headers: [String: String] = [:], body: Data? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    /// An HTTP answer, with any status.
    public struct Response: Sendable {
        public let status: Int
        /// The headers, by lower-case name.
        public let headers: [String: String]
        public let body: Data

        /// Creates an answer.
        /// - Parameter headers: the headers, by name, in upper or lower case. If several have the same name, the last
        ///   one counts.
        public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
            self.status = status
            self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
            self.body = body
        }
    }

    /// An answer whose body is read part by part.
    public struct StreamedResponse: Sendable {
        /// The status and headers of the answer. The body in it is empty, because the body is read separately.
        public let head: Response
        public let body: ByteStream

        /// Creates an answer.
        /// - Parameters:
        ///   - head: the status and headers, without a body.
        ///   - body: the body, which can be read once.
        public init(head: Response, body: ByteStream) {
            (self.head, self.body) = (head, body)
        }
    }

    /// Sends a request once, without retries, and returns the whole answer. A transport that wraps another one, for
    /// example to log requests, calls this function of the other.
    public let send: @Sendable (Request) async throws -> Response
    /// Sends a request once, without retries. If there is a body, it is sent part by part. Returns as soon as the head
    /// of the answer arrives; the answer's body is still to be read.
    public let stream: @Sendable (Request, ByteStream?) async throws -> StreamedResponse

    /// Creates a transport from functions that send requests.
    /// - Parameters:
    ///   - send: sends a request once and returns the complete answer. It must follow no redirects and store neither
    ///     answers nor cookies. It throws only if no answer arrived, or soon after its task is cancelled.
    ///   - stream: does the same for a request with a file in its body or its answer, and transfers the file part by
    ///     part. By default, `send` transfers files too, whole in memory.
    public init(
        _ send: @escaping @Sendable (Request) async throws -> Response,
        stream: (@Sendable (Request, ByteStream?) async throws -> StreamedResponse)? = nil
    ) {
        self.send = send
        self.stream =
            stream ?? { request, body in
                var request = request
                if let body { request.body = Data(try await body.collected()) }
                let response = try await send(request)
                let head = Response(status: response.status, headers: response.headers)
                return StreamedResponse(head: head, body: ByteStream([UInt8](response.body)))
            }
    }
}
