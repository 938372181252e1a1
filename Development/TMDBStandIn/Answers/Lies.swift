import DavenportAPI
import Foundation

extension Rule {
    /// Returns the wrong response with which this rule replaces the correct one.
    func answer(insteadOf answer: StandInAnswer) -> StandInAnswer {
        switch action {
        case .garble: return StandInAnswer(Array(answer.body.prefix(answer.body.count / 2)))
        case .mistype: return StandInAnswer(Self.mistyped(answer.body))
        case .empty: return StandInAnswer([UInt8]())
        case .page: return StandInAnswer(type: "text/html;charset=utf-8", Array("<!doctype html><title>TMDB</title><p>Back soon.".utf8))
        case .redirect:
            var elsewhere = StandInAnswer(status: 302, [UInt8]())
            elsewhere.headers.append(("location", location ?? "http://127.0.0.1:1/"))
            return elsewhere
        default: return plain(insteadOf: answer)
        }
    }

    private func plain(insteadOf answer: StandInAnswer) -> StandInAnswer {
        var result = status.map { $0 < 400 ? answer : StandInAnswer(StandInRefusal.with(status: $0)) } ?? answer
        if let status { result.status = status }
        if let body { result.body = Array(body.utf8) }
        if let retryAfter { result.headers.append(("retry-after", retryAfter)) }
        return result
    }

    private static func mistyped(_ body: [UInt8]) -> JSONValue {
        let right = (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null
        return mistyped(right)
    }

    private static func mistyped(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .integer(text.utf8.count)
        case .integer(let number): .string(String(number))
        case .number(let number): .string(String(number))
        case .boolean(let truth): .string(String(truth))
        case .null: .boolean(false)
        case .list(let elements): .list(elements.map(mistyped))
        case .object(let members): .object(members.map { .init($0.name, mistyped($0.value)) })
        }
    }
}
