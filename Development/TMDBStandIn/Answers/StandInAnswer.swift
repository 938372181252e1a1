import DavenportAPI
import NIOHTTP1

/// A response of the stand-in.
struct StandInAnswer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]

    private static let json = "application/json;charset=utf-8"

    init(status: Int = 200, _ value: JSONValue) {
        self.init(status: status, type: Self.json, Array(value.description.utf8))
    }

    init(status: Int = 200, type: String = json, _ body: [UInt8]) {
        (self.status, self.body, headers) = (status, body, ["content-type": type])
    }

    func adding(_ header: String, _ value: String) -> Self {
        var answer = self
        answer.headers.add(name: header, value: value)
        return answer
    }
}

/// A refusal of a request. The file `answers.json` has the answer for its status.
/// See https://developer.themoviedb.org/docs/errors
struct Refusal: Error {
    let status: Int
}
