import DavenportAPI
import DavenportClient
import Domain
import Foundation
import HTTPTypes
import Server

extension TestServer {
    /// Returns a client that calls the server in this process, without a connection. Without a person it has no token.
    public func `as`(_ person: Person?, in tenant: Tenant? = nil) -> DavenportClient {
        client(over: transport, token: person?.token, in: tenant)
    }

    /// Returns a client with a transport of the test's own.
    /// - Parameter tenant: the tenant; nil is the server's first.
    public func client(over transport: Transport, token: String? = nil, in tenant: Tenant? = nil) -> DavenportClient {
        DavenportClient(baseURL: url, tenant: (tenant ?? self.tenant).slug, transport: transport, retry: .never, cache: cache) { token }
    }

    /// The server's base URL.
    public var url: URL {
        URL(string: "http://127.0.0.1:\(port)")!  // The URL is valid, because a port is a number.
    }

    /// A transport that calls the server directly. Each answer must be one that the endpoint declares.
    public var transport: Transport {
        Transport { request in
            let path = request.target
            let (head, body) = try await server.answer(request.head, body: [UInt8](request.body ?? Data()))
            let headers = Dictionary(head.headerFields.map { ($0.name.canonicalName, $0.value) }) { $1 }
            let answer = Answer(status: head.status.code, headers: headers, body: body)
            let faults = try Contract.faults(of: answer, to: request.method, path, body: request.body)
            guard faults.isEmpty else { throw UnexpectedAnswer(answer: answer, expected: "what is declared: \(faults)") }
            return Transport.Response(status: answer.status, headers: headers, body: Data(body))
        }
    }
}

/// Returns the code of the problem that a call throws; nil if it succeeds.
/// - Throws: any other error of the call.
public func refusal<Value>(of call: () async throws -> Value) async throws -> Problem.Code? {
    do {
        _ = try await call()
        return nil
    } catch APIError.problem(let problem, _) {
        return problem.code
    }
}

extension Transport.Request {
    /// The path with its query.
    public var target: String {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        return [components?.percentEncodedPath, components?.percentEncodedQuery].compactMap { $0 }.joined(separator: "?")
    }

    fileprivate var head: HTTPRequest {
        var head = HTTPRequest(method: .init(rawValue: method.rawValue) ?? .get, scheme: "http", authority: url.host(), path: target)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { head.headerFields[name] = value }
        }
        if let body { head.headerFields[.contentLength] = String(body.count) }
        return head
    }
}
