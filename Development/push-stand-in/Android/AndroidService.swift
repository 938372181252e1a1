import DavenportAPI
import Foundation
import NIOCore
import StandIns

/// Google's push service for Android, FCM, and its token endpoint. Both give canned answers: any service account gets the same
/// access token, and any device takes what comes with it. It runs on one event loop.
final class AndroidService {
    /// A line of the file `android.jsonl`.
    private struct Entry: Encodable {
        /// The token of the device; `token` for a request for an access token.
        let id: String
        let topic: String?
        let size: Int
        /// The HTTP status; 0 if there was no answer.
        let status: Int
        let reason: String?
        /// The request's body; nil if it wasn't accepted.
        let message: String?
    }

    /// The access token.
    private static let token = "ya29.stand-in"

    private let log: RequestLog
    private let printsPushes: Bool

    init(log: RequestLog, printsPushes: Bool) {
        (self.log, self.printsPushes) = (log, printsPushes)
    }

    /// Whether a request is one for this service.
    static func takes(_ request: WholeRequest) -> Bool { request.path == "/token" || request.path.hasSuffix("/messages:send") }

    /// Answers a request.
    /// - Parameter rule: returns the rule that applies to a device now. Only a rule for the device `token` applies to requests for
    ///   access tokens.
    /// - Returns: the answer, nil if the rule says that there is none, and the rule.
    func take(_ request: WholeRequest, _ rule: (String) -> Rule?) -> (answer: PushAnswer?, body: String, rule: Rule?) {
        let body = String(buffer: request.body)
        if request.path == "/token" {
            let rule = rule("token").flatMap { $0.device == nil ? nil : $0 }
            let answer = note(request, "token", nil, body, PushAnswer(200), rule)
            let token = #"{"access_token":"\#(Self.token)","expires_in":3599}"#
            return (answer, answer?.status == 200 ? token : #"{"error":"\#(answer?.reason ?? "")"}"#, rule)
        }
        let message = (try? JSONDecoder().decode(JSONValue.self, from: Data(body.utf8)))?["message"]
        let id = message?["token"]?.text ?? ""
        let isKnown = request.header("authorization") == "Bearer \(Self.token)"
        let usual = !isKnown ? PushAnswer(401, "UNAUTHENTICATED") : id.isEmpty ? PushAnswer(400, "INVALID_ARGUMENT") : PushAnswer(200)
        let rule = rule(id)
        let answer = note(request, id, message?["android"]?["collapse_key"]?.text, body, usual, rule)
        if answer?.status == 200, printsPushes { announce(id, message) }
        guard let reason = answer?.reason else { return (answer, "{}", rule) }
        return (answer, #"{"error":{"status":"\#(reason)","details":[{"errorCode":"\#(reason)"}]}}"#, rule)
    }

    /// Records a request with its answer.
    /// - Returns: the usual answer, or the rule's if the usual one accepts the request; nil if the rule says that there is none.
    private func note(
        _ request: WholeRequest, _ id: String, _ topic: String?, _ body: String, _ usual: PushAnswer, _ rule: Rule?
    ) -> PushAnswer? {
        var answer: PushAnswer? = usual
        if let rule, usual.status == 200 { answer = rule.action == .answer ? PushAnswer(rule, usual: 200) : nil }
        log.add(
            Entry(
                id: id, topic: topic, size: request.body.readableBytes, status: answer?.status ?? 0,
                reason: answer?.reason ?? rule?.action.rawValue, message: answer?.status == 200 ? body : nil))
        log.flush()
        return answer
    }

    private func announce(_ id: String, _ message: JSONValue?) {
        let texts = [message?["notification"]?["title"], message?["notification"]?["body"], message?["data"]?["kind"]]
        say("\(Announcement.time())  Android  …\(id.suffix(4))  \(texts.compactMap { $0?.text }.joined(separator: "  "))")
    }
}
