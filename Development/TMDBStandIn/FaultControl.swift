import DavenportAPI
import Foundation
import JSON
import NIOCore
import NIOHTTP1

/// Controls the stand-in over HTTP while it runs, for programs that can't call it directly. The paths for this aren't
/// in TMDB's API, and requests to them need no key.
///
///     curl -d '{"rule": {"action": "answer", "path": "/search", "status": 429, "retryAfter": "5", "times": 3}}' $ORIGIN/control
///     curl -d '{"edit": {"action": "move", "show": 95396, "season": 2, "episode": 10, "airs": "2027-01-01"}}' $ORIGIN/control
///     curl -d '{"clear": true}' $ORIGIN/control
///     curl $ORIGIN/asked
struct FaultControl {
    private struct Order: Decodable {
        let rule: Rule?
        let edit: Edit?
        let clear: Bool?
        let release: Bool?
    }

    let answer: StandInAnswer

    /// Reads a request to control the stand-in; nil for any other request.
    init?(_ request: WholeRequest, _ standIn: TMDBStandIn) {
        switch (request.head.method, request.path) {
        case (.POST, "/control"): answer = Self.obey(Data(request.body.readableBytesView), standIn)
        case (.GET, "/asked"): answer = Self.list(standIn.asked)
        default: return nil
        }
    }

    private static func list(_ requests: [RecordedRequest]) -> StandInAnswer {
        // Texts and lists of texts can always be encoded.
        let lines = requests.map { (try? JSONWriter.bytes(of: $0)) ?? [] }
        return StandInAnswer(type: "application/jsonl", lines.flatMap { $0 + [UInt8(ascii: "\n")] })
    }

    private static func obey(_ order: Data, _ standIn: TMDBStandIn) -> StandInAnswer {
        do {
            let order = try JSONDecoder().decode(Order.self, from: order)
            try order.rule?.check()
            if order.clear == true { standIn.clear() }
            if order.release == true { standIn.release() }
            if let rule = order.rule { standIn.add(rule) }
            if let edit = order.edit { try standIn.apply(edit) }
            return StandInAnswer(["ok": true])
        } catch {
            return StandInAnswer(status: 400, ["ok": false, "wrong": .string("\(error)")])
        }
    }
}
