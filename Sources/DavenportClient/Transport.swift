import DavenportAPI
import Foundation

/// What carries requests to a server: any HTTP client, or a test's own function.
public struct Transport: Sendable {
    /// A request as it goes over the wire.
    public struct Request: Sendable {
        public var method: DavenportAPI.Method
        /// With its query, percent-encoded.
        public var url: URL
        /// By lower-case names.
        public var headers: [String: String]
        /// Nil where there is none.
        public var body: Data?

        /// - Parameter headers: by lower-case names.
        public init(method: DavenportAPI.Method, url: URL, headers: [String: String] = [:], body: Data? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    /// An answer as it came over the wire, whatever its status.
    public struct Response: Sendable {
        public let status: Int
        /// By lower-case names.
        public let headers: [String: String]
        public let body: Data

        /// - Parameter headers: names in any case; of several with one name the last counts.
        public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
            self.status = status
            self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
            self.body = body
        }
    }

    /// An answer whose body is taken part by part.
    public struct StreamedResponse: Sendable {
        /// Without a body.
        public let head: Response
        public let body: ByteStream

        /// - Parameters:
        ///   - head: status and headers.
        ///   - body: begun once.
        public init(head: Response, body: ByteStream) {
            (self.head, self.body) = (head, body)
        }
    }

    /// Sends a request once; see `init`. A transport that adds something, such as a log, calls that of another.
    public let send: @Sendable (Request) async throws -> Response
    /// Sends a request once whose body, where it has one, goes as it comes, and returns the answer's head with a body to be taken.
    public let stream: @Sendable (Request, ByteStream?) async throws -> StreamedResponse

    /// - Parameters:
    ///   - send: sends a request once and returns the whole answer. It follows no redirects, keeps no answers and no cookies. It throws
    ///     only where no answer came, and soon where its task is cancelled.
    ///   - stream: the same for files, part by part. Unless given, `send` carries them as a whole, in memory.
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
