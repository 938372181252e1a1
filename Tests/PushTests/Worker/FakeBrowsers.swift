import DavenportAPI
import Domain
import Foundation
import Secrets
import Synchronization
import TestSupport

@testable import Push

/// Browsers and their push service within the test's process. The service answers as the test decides, and a browser
/// decrypts what comes.
final class FakeBrowsers: Sendable {
    /// A message as the browser shows it.
    struct Message: Decodable, Sendable {
        let title: String
        let body: String
        let tag: String
        let url: String
        let badge: Int
        let kind: String
    }

    struct Push: Sendable {
        let request: WebPushRequest
        let message: Message
    }

    private struct State {
        var pushes: [Push] = []
        var answer: @Sendable (WebPushRequest) -> HTTPSResult = { _ in .answered(status: 201) }
    }

    static let origin = "https://updates.push.services.mozilla.com"
    static let contact = "mailto:ops@sofa.example.org"

    private let state = Mutex(State())
    private let key = AgreementKey()
    private let auth = Randomness.bytes(WebPushMessage.authLength)

    var pushes: [Push] { state.withLock { $0.pushes } }

    func answer(_ answer: @escaping @Sendable (WebPushRequest) -> HTTPSResult) { state.withLock { $0.answer = answer } }

    func answer(_ status: Int, retryAfter: TimeInterval? = nil) { answer { _ in .answered(status: status, retryAfter: retryAfter) } }

    /// The body that registers a browser.
    func subscription(_ name: String, origin: String = FakeBrowsers.origin, expirationTime: Date? = nil) -> Body {
        var body: Body = [
            "endpoint": .string("\(origin)/wpush/v2/\(name)"),
            "keys": [
                "p256dh": .string(Base64.url.encode(key.publicKey.bytes)), "auth": .string(Base64.url.encode(auth)),
            ],
        ]
        if let expirationTime { body["expirationTime"] = .integer(Int(expirationTime.timeIntervalSince1970 * 1000)) }
        return body
    }

    var service: WebPushService {
        WebPushService(
            contact: Self.contact, hosts: PushServiceHosts(),
            transport: HTTPSTransport(send: { request, _ in
                let request = WebPushRequest(request)
                guard let content = WebPushMessage.decrypt(request.body, with: self.key, auth: self.auth),
                    let message = try? JSONDecoder().decode(Message.self, from: Data(content))
                else { return .answered(status: 400) }
                let answer = self.state.withLock { state in
                    state.pushes.append(Push(request: request, message: message))
                    return state.answer
                }
                return answer(request)
            }))
    }
}

extension WebPushRequest {
    /// Reads a request over HTTPS.
    fileprivate init(_ request: HTTPSRequest) {
        self.init(
            endpoint: request.url, authorization: request.header("authorization") ?? "",
            lifetime: request.header("ttl").flatMap { Int($0) } ?? -1, topic: request.header("topic") ?? "", body: request.body)
    }
}

extension PushFixture {
    /// Makes the community's key for browsers.
    @discardableResult
    func setWebKey(replaces: Bool = false) async throws -> String {
        try await MakeWebPushKey(server.operators, masterKey)(server.tenant, replaces: replaces)
    }

    /// Registers a browser.
    /// - Parameter token: the token of the browser's session; by default the person's own.
    func browser(_ person: Person, _ name: String? = nil, session token: String? = nil, expirationTime: Date? = nil) async throws {
        let body = browsers.subscription(name ?? person.username, expirationTime: expirationTime)
        let answer = try await server.call(.put, "/v1/sessions/current/web-push", token: token ?? person.token, json: body)
        guard answer.status == 200 else { throw Refused(status: answer.status) }
    }

    struct Refused: Error {
        let status: Int
    }
}
