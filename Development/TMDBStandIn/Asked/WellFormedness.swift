import Foundation
import NIOCore
import NIOHTTP1
import StandIns

/// Checks that a request follows TMDB's documentation. TMDB itself accepts much more, but a fault shows that a client has put something
/// into a URL that doesn't belong there.
enum WellFormedness {
    /// The forms of parameters' values as they are sent, by their names.
    private static let parameters: [String: String] = [
        "api_key": ".+", "append_to_response": "credits", "external_source": "tvdb_id", "include_adult": "true|false",
        "language": "[a-z]{2}(-[A-Z]{2})?", "page": "[1-9][0-9]{0,2}", "query": ".+",
    ]

    static func faults(of request: WholeRequest) -> [String] {
        var faults: [String] = []
        // The other API answers what it doesn't know with errors.
        if !request.path.hasPrefix("/api/v1/") {
            if request.head.method != .GET { faults.append("the method \(request.head.method.rawValue)") }
            if request.body.readableBytes > 0 { faults.append("a body") }
            if !isKnown(request.path) { faults.append("the path \(request.path)") }
            faults += Self.faults(of: Query(request.query))
        }
        for name in ["host", "authorization"] where request.head.headers[name].count > 1 { faults.append("two headers \(name)") }
        if request.header("host") == nil { faults.append("no header host") }
        return faults
    }

    /// Whether the path is one of the API or of a picture.
    private static func isKnown(_ path: Substring) -> Bool {
        let number = "(0|[1-9][0-9]*)"
        let form = """
            /3/(configuration|search/(multi|tv|movie)|(find|movie)/[1-9][0-9]*|tv/[1-9][0-9]*(/season/\(number)(/episode/\(number))?)?)\
            |/t/p/(w[0-9]+|original)/(tv|movie)[0-9]+(-still)?\\.jpg
            """
        return matches(path, form)
    }

    private static func matches(_ text: some StringProtocol, _ form: String) -> Bool {
        text.range(of: "^(?:\(form))$", options: .regularExpression) != nil
    }

    private static func faults(of query: Query) -> [String] {
        var faults: [String] = []
        for (name, value) in query.raw {
            guard let form = parameters[name] else {
                faults.append("the parameter \(name)")
                continue
            }
            let isEncoded = matches(value, "([A-Za-z0-9._~*+,-]|%[0-9A-Fa-f]{2})*") && Query.decoded(value) != nil
            if !isEncoded || !matches(value, form) { faults.append("\(name)=\(value)") }
        }
        if Set(query.raw.map(\.name)).count != query.raw.count { faults.append("a parameter twice") }
        return faults
    }
}
