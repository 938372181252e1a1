import DavenportAPI
import Foundation
import TestSupport

/// A place in a request for a text of the client's choice.
struct CostProbe: Sendable {
    let endpoint: any EndpointDeclaration
    let place: Place

    enum Place: Sendable {
        /// A text in the body, by its path in the document's example, or a field's name if `isName`.
        case body([String], isName: Bool)
        case path(String)
        case query(String)
        case queryName
        case header(String)
        case email, password
    }

    var name: String { "\(endpoint.name), \(place)" }

    /// Returns every text field, header and query parameter of the document, and some that the document doesn't have.
    static func all() throws -> [CostProbe] {
        let document = try Contract.document.get()
        return Endpoints.all.flatMap { endpoint -> [CostProbe] in
            let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()] ?? [:]
            var places: [Place] = endpoint.pathParameters.map { .path($0) }
            for parameter in operation["parameters"]?.elements ?? [] where parameter["in"]?.text == "query" {
                if let name = parameter["name"]?.text { places.append(.query(name)) }
            }
            if let example = Self.example(operation, document) {
                places += Self.texts(in: example).map { .body($0, isName: false) }
                places += [.body(["other"], isName: false), .body([], isName: true)]
            }
            switch endpoint.name {
            case "showTenant": places += Self.headers.map { .header($0) } + [.queryName]
            case "showMe": places += Self.headers.map { .header($0) }
            case "logIn": places += [.email, .password]
            default: break
            }
            return places.map { CostProbe(endpoint: endpoint, place: $0) }
        }
    }

    private static let headers = [
        "Accept", "Authorization", "Connection", "Content-Type", "Cookie", "Davenport-Tenant", "Expect", "Host", "If-None-Match",
        "If-Range", "Origin", "Range", "User-Agent", "X-Forwarded-For", "X-Request-ID",
    ]

    private static func example(_ operation: JSONValue, _ document: JSONValue) -> JSONValue? {
        guard let reference = operation["requestBody"]?["content"]?["application/json"]?["schema"]?["$ref"]?.text else { return nil }
        let schema = document["components"]?["schemas"]?[String(reference.split(separator: "/").last ?? "")]
        return schema?["examples"]?.elements.first ?? [:]
    }

    private static func texts(in value: JSONValue) -> [[String]] {
        value.members.flatMap { member -> [[String]] in
            if member.value.text != nil { return [[member.name]] }
            return texts(in: member.value).map { [member.name] + $0 }
        }
    }

    // MARK: Requests

    /// Returns the body with a text at this place.
    func body(_ text: String) throws -> [UInt8] {
        guard endpoint.method.hasBody, endpoint.body == .json else { return [] }
        let document = try Contract.document.get()
        let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()] ?? [:]
        let example = Self.example(operation, document) ?? [:]
        guard case .body(let path, let isName) = place else { return Array(example.description.utf8) }
        return Array(Self.putting(.string(text), at: isName ? [text] : path, in: example).description.utf8)
    }

    private static func putting(_ value: JSONValue, at path: [String], in object: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        let others = object.members.filter { $0.name != name }
        let inner = object.members.first { $0.name == name }?.value ?? [:]
        return .object(others + [.init(name, putting(value, at: Array(path.dropFirst()), in: inner))])
    }

    /// Returns a request with a text at this place, for one of the fuzzer's worlds.
    func template(_ text: String) throws -> Template {
        var template = Template(
            method: endpoint.method.rawValue, target: target(text), headers: headers(text), body: try body(text))
        if !template.body.isEmpty { template.headers.append(("Content-Type", "application/json")) }
        return template
    }

    private func target(_ text: String) -> String {
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var target = endpoint.path
        for name in endpoint.pathParameters {
            if case .path(name) = place { target = target.replacing("{\(name)}", with: encoded) }
            target = target.replacing("{\(name)}", with: "«nobody»")
        }
        switch place {
        case .query(let name): return target + "?\(name)=\(encoded)"
        case .queryName: return target + "?\(encoded)=1&limit=1"
        default: return target
        }
    }

    private func headers(_ text: String) -> [(name: String, value: String)] {
        var headers = [("Davenport-Tenant", "sofa")]
        switch place {
        case .email: headers.append(("Authorization", "Basic " + Data("\(text)@x.y:secret".utf8).base64EncodedString()))
        case .password: headers.append(("Authorization", "Basic " + Data("ada@example.org:\(text)".utf8).base64EncodedString()))
        default:
            switch endpoint.who {
            case .anyone, .stranger, .key: break
            case .basic: headers.append(("Authorization", "Basic «basic:ada»"))
            case .user, .roles: headers.append(("Authorization", "Bearer «token:owner»"))
            }
        }
        if case .header(let name) = place {
            headers.removeAll { $0.0 == name }
            headers.append((name, String(text.unicodeScalars.filter { $0.value >= 0x20 })))
        }
        return headers
    }

    /// The length in bytes up to which the server doesn't refuse a text because its request is too large.
    var room: Int {
        switch place {
        case .body: 30_000
        case .header, .email, .password: 5000
        // URL encoding takes three characters for a byte.
        case .path, .query, .queryName: 1600
        }
    }
}
