import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("Calling every endpoint")
struct EveryEndpointTests {
    @Test("The server decodes every input that the client encodes to the same input", arguments: Endpoints.all.map(\.name))
    func writing(name: String) async throws {
        try await roundTrip(try Self.endpoint(name))
    }

    @Test("The client reads every answer of the server: a value or a problem")
    func answers() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada", role: .owner, birthday: "1980-01-01")
            // Calls the endpoints last that end something the other endpoints need.
            let last = ["deleteAccount", "changePassword", "endOtherSessions", "endCurrentSession"]
            var values: [String] = []
            for endpoint in Endpoints.all.sorted(by: { last.contains($1.name) && !last.contains($0.name) }) {
                let error = await thrown { try await call(endpoint, server.as(ada), Credentials(email: ada.email, password: ada.password)) }
                if case .problem = error as? APIError { continue }
                #expect(error == nil, "\(endpoint.name)")
                values.append(endpoint.name)
            }
            #expect(values.count > 10, "not problems alone: \(values)")
        }
    }

    @Test("Each endpoint is a function of the client, documented with the endpoint's own text")
    func functions() throws {
        let place = URL(filePath: #filePath).appending(path: "../../../Sources/DavenportClient/Calls/Calls.swift").standardized
        let functions = Endpoints.all.map { function($0) }.joined(separator: "\n")
        let text = """
            // Written by bin/test --record from the endpoints.

            import DavenportAPI

            extension DavenportClient {
            \(functions)
            }

            """
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: place) }
        let isCurrent = try String(contentsOf: place, encoding: .utf8) == text
        #expect(isCurrent, "bin/test --record writes Calls.swift anew")
    }

    private func function<Declared: EndpointDeclaration>(_ endpoint: Declared) -> String {
        let types = "\(String(reflecting: Declared.In.self)), \(String(reflecting: Declared.Out.self))".replacing("DavenportAPI.", with: "")
        let (head, body) = ("    public var \(endpoint.name): Call<\(types)> {", "Call(self, Endpoints.\(endpoint.name))")
        let line = "\(head) \(body) }"
        return "    /// \(endpoint.summary)\n" + (line.count > 140 ? "\(head)\n        \(body)\n    }" : line)
    }

    @Test("Every input with a client-chosen id is known as one, and so is every input of bytes")
    func kinds() throws {
        let document = try Contract.document.get()
        let check = SchemaCheck(document: document)
        for endpoint in Endpoints.all {
            let body = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]?["requestBody"]
            let schema = body?["content"]?["application/json"]?["schema"].map(check.resolved)
            // A passkey's id, which the device has chosen, is no UUID.
            #expect((schema?["properties"]?["id"]?["format"] == "uuid") == isIdentified(endpoint), "\(endpoint.name)")
            #expect((endpoint.body != .json && !endpoint.takesStream) == isBytes(endpoint), "\(endpoint.name)")
            #expect(endpoint.takesStream == isStream(endpoint), "\(endpoint.name)")
        }
    }

    private static func endpoint(_ name: String) throws -> any EndpointDeclaration {
        try #require(Endpoints.all.first { $0.name == name })
    }

    private func isIdentified<Declared: EndpointDeclaration>(_ endpoint: Declared) -> Bool { Declared.In.self is any IdentifiedInput.Type }
    private func isBytes<Declared: EndpointDeclaration>(_ endpoint: Declared) -> Bool { Declared.In.self is any BytesInput.Type }

    private func isStream<Declared: EndpointDeclaration>(_ endpoint: Declared) -> Bool { Declared.In.self is any StreamInput.Type }

    private func call<Declared: EndpointDeclaration>(
        _ endpoint: Declared, _ client: DavenportClient, _ credentials: Credentials
    ) async throws {
        _ = try await client.call(endpoint, Declared.In.sample, credentials: credentials)
    }

    private func roundTrip<Declared: EndpointDeclaration>(_ endpoint: Declared) async throws {
        let server = FakeServer(.notFound)
        let input = Declared.In.sample
        _ = await thrown { try await server.client().call(endpoint, input) }
        let request = try #require(server.requests.first)
        #expect(request.method == endpoint.method)
        var fields = try Fields(request, of: endpoint)
        let read = Declared.In(&fields)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let contents = [input, read].compactMap { ($0 as? any StreamInput)?.content }
        if !contents.isEmpty { #expect(try await contents[0].collected() == contents[1].collected()) }
        var (sent, received) = (try encoder.encode(input), try encoder.encode(read))
        if input is any IdentifiedInput { (sent, received) = (try sent.withoutID, try received.withoutID) }
        #expect(String(decoding: sent, as: UTF8.self) == String(decoding: received, as: UTF8.self))
    }
}

extension Input {
    /// Returns a value of the right type, which may be invalid.
    static var sample: Self {
        let texts = [
            "apnsToken": "00ff00ff00ff00ff", "fcmToken": "dZ9xT3kQSW6:APA91b_-",
            "wordListID": "en-0123456789ab", "username": "nobody-here", "email": "nobody@example.org",
            "content": "15:43 ü&=+", "secret": "davenport_key_x", "stopCode": "invites.a.b",
        ]
        let ids = Dictionary(
            uniqueKeysWithValues: ["fileID", "roomID", "commentID", "userID", "sessionID", "inviteID"].map { ($0, "\(UUID())") })
        let others = [
            "limit": "3", "after": "a/b +&", "kind": "movie", "seconds": "7", "literal": "true", "code": "AAAA", "group": "é&",
            "query": "é &", "name": "é &.pdf",
        ]
        var fields = Fields(
            path: texts.merging(ids) { $1 }, query: others, body: nil, content: [1, 2, 3], stream: ByteStream([1, 2, 3]))
        return Self(&fields)
    }
}

extension Fields {
    /// Decodes a request as the server does.
    fileprivate init(_ request: Transport.Request, of endpoint: some EndpointDeclaration) throws {
        let components = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
        let parts = components.percentEncodedPath.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        let wanted = endpoint.path.split(separator: "/")
        try #require(parts.count == wanted.count)
        let path = zip(wanted, parts).filter { $0.0.hasPrefix("{") }.map { (String($0.0.dropFirst().dropLast()), $0.1) }
        let query = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        let body = endpoint.method.hasBody && endpoint.body == .json ? request.body : nil
        self.init(
            path: .init(uniqueKeysWithValues: path), query: .init(uniqueKeysWithValues: query),
            body: try body.map { try JSONDecoder().decode(Object.self, from: $0).container }, content: [UInt8](request.body ?? Data()),
            stream: ByteStream([UInt8](request.body ?? Data())))
    }
}

private struct Object: Decodable {
    let container: KeyedDecodingContainer<FieldName>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: FieldName.self)
    }
}

extension Data {
    fileprivate var withoutID: Data {
        get throws {
            var value = try JSONDecoder().decode(JSONValue.self, from: self)
            value["id"] = nil
            return Data(value.description.utf8)
        }
    }
}
