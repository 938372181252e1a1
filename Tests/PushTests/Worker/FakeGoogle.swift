import DavenportAPI
import Domain
import Foundation
import Secrets
import Synchronization
import TestSupport

@testable import Push

/// Google's push service for Android, and its token endpoint, within the test's process. Both answer as the test decides.
final class FakeGoogle: Sendable {
    /// A push as FCM takes it.
    struct Message: Decodable, Sendable {
        struct Notification: Decodable, Sendable {
            let title: String
            let body: String
        }
        struct Shown: Decodable, Sendable {
            let tag: String
            let channelId: String
            let notificationCount: Int
        }
        struct Android: Decodable, Sendable {
            let collapseKey: String
            let priority: String
            let ttl: String
            let notification: Shown
        }

        let token: String
        let notification: Notification
        let data: [String: String]
        let android: Android
    }

    struct Push: Sendable {
        let request: HTTPSRequest
        let message: Message
    }

    private struct Body: Decodable {
        let message: Message
    }

    private struct State {
        var pushes: [Push] = []
        var tokenRequests: [HTTPSRequest] = []
        var answer: @Sendable (Push) -> HTTPSResult = { _ in .answered(status: 200) }
        var tokenAnswer: HTTPSResult?
    }

    private let state = Mutex(State())

    var pushes: [Push] { state.withLock { $0.pushes } }
    /// The requests for access tokens so far.
    var tokenRequests: [HTTPSRequest] { state.withLock { $0.tokenRequests } }

    func forget() { state.withLock { $0.pushes = [] } }

    /// Sets the answer to future pushes.
    func answer(_ answer: @escaping @Sendable (Push) -> HTTPSResult) { state.withLock { $0.answer = answer } }

    /// Sets one answer to all future pushes.
    func answer(_ status: Int, _ code: String? = nil, retryAfter: TimeInterval? = nil) {
        answer { _ in .answered(status: status, retryAfter: retryAfter, body: Self.refusal(code)) }
    }

    /// Sets the answer to future requests for access tokens; nil for a new token each time.
    func answerTokens(_ answer: HTTPSResult?) { state.withLock { $0.tokenAnswer = answer } }

    /// Returns the body of a refusal; empty without a code.
    static func refusal(_ code: String?) -> [UInt8] {
        let type = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
        return code.map { Array(#"{"error":{"status":"X","details":[{"@type":"\#(type)","errorCode":"\#($0)"}]}}"#.utf8) } ?? []
    }

    var service: FCMService {
        FCMService(
            url: "https://fcm.googleapis.com", tokenHosts: PushServiceHosts(["oauth2.googleapis.com"]),
            transport: HTTPSTransport(send: { request, _ in
                if request.url == ServiceAccountFile.tokenURL {
                    return self.state.withLock { state in
                        state.tokenRequests.append(request)
                        let token = #"{"access_token":"ya29.\#(state.tokenRequests.count)","expires_in":3599,"token_type":"Bearer"}"#
                        return state.tokenAnswer ?? .answered(status: 200, body: Array(token.utf8))
                    }
                }
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                guard let body = try? decoder.decode(Body.self, from: Data(request.body)) else { return .answered(status: 400) }
                let push = Push(request: request, message: body.message)
                let answer = self.state.withLock { state in
                    state.pushes.append(push)
                    return state.answer
                }
                return answer(push)
            }))
    }
}

extension PushFixture {
    /// Sets a key for Android.
    func setAndroidKey(_ file: String = ServiceAccountFile.text(), in tenant: Tenant? = nil) async throws {
        _ = try await SetPushKey(server.operators, masterKey)(
            tenant ?? server.tenant, file: file, hosts: PushServiceHosts(["oauth2.googleapis.com"]))
    }

    /// Registers an Android device.
    @discardableResult
    func android(_ person: Person, _ name: String? = nil) async throws -> String {
        let token = "\(name ?? person.username):APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx"
        _ = try await server.call(.put, "/v1/devices/fcm/\(token)", token: person.token, json: [:] as Body).expecting(200, Device.self)
        return token
    }
}
