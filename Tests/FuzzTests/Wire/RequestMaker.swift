import DavenportAPI
import Foundation
import TestSupport

/// Makes up requests for the endpoints of the list, from what the document says of them.
struct RequestMaker {
    private var random: SplitMix
    private let document: JSONValue

    /// The request of a number.
    static func template(_ index: Int, seed: UInt64) throws -> Template {
        var maker = RequestMaker(random: SplitMix(seed, "wire", index), document: try Contract.document.get())
        return maker.template()
    }

    private mutating func template() -> Template {
        if random.chance(in: 100) { return Self.joining }
        var endpoint: any EndpointDeclaration = Endpoints.all[0]
        repeat {
            endpoint = Endpoints.all.randomElement(using: &random) ?? endpoint
        } while Self.ending.contains(endpoint.name) && !random.chance(in: 10)
        let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()] ?? [:]
        var template = Template(method: endpoint.method.rawValue, target: path(endpoint) + query(operation), headers: [], body: [])
        template.headers = headers(endpoint)
        if endpoint.method.hasBody { template.body = body(endpoint, operation) }
        if random.chance(in: 60) {
            template.method = random.one(of: ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "TRACE", "BREW"])
        }
        return template
    }

    /// What would soon leave nothing to ask for.
    private static let ending: Set = [
        "deleteAccount", "endCurrentSession", "endOtherSessions", "deleteRoom", "leaveRoom", "changeMember", "logOut",
    ]

    /// Whoever has such a password gets in.
    private static let joining = Template(
        method: "POST", target: "/v1/sessions",
        headers: [
            ("Authorization", "Basic «basic:eve»"), ("Davenport-Tenant", "sofa"), ("X-Forwarded-For", "«nobody»"), ("Expect-Status", "201"),
        ],
        body: [])

    // MARK: Target

    private mutating func path(_ endpoint: any EndpointDeclaration) -> String {
        var path = endpoint.path
        for name in endpoint.pathParameters { path = path.replacing("{\(name)}", with: random.chance(in: 6) ? oddPart() : known(name)) }
        if random.chance(in: 80) { path += random.one(of: ["/", "//", "/.", "/../me", "%2f", ";a=b", "#x"]) }
        return path
    }

    private mutating func query(_ operation: JSONValue) -> String {
        var pairs: [String] = []
        for parameter in operation["parameters"]?.elements ?? [] where parameter["in"]?.text == "query" {
            guard let name = parameter["name"]?.text, !random.chance(in: 3) else { continue }
            pairs.append("\(name)=\(random.chance(in: 4) ? oddPart() : known(name))")
            if random.chance(in: 30) {
                pairs.append(random.one(of: ["\(name)", "\(name)=", "=\(name)", "&&", "\(name)[]=1", "\(name)=\(oddPart())"]))
            }
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// What there is of this name, or is valid at least.
    private mutating func known(_ name: String) -> String {
        switch name {
        case "roomID": random.one(of: ["«room:tv»", "«room:movie»", "«room:custom»", "«room:other»", "«nobody»"])
        case "commentID": random.one(of: ["«comment:ada»", "«comment:bea»", "«comment:custom»", "«nobody»"])
        case "userID": "«id:\(random.one(of: World.people))»"
        case "sessionID": random.one(of: ["«session»", "«nobody»"])
        case "inviteID": random.one(of: ["«invite»", "«nobody»"])
        case "apnsToken": "«apns»"
        case "after": cursor()
        case "group": "«group»"
        case "kind": random.one(of: ["tv", "movie", "custom"])
        case "archived": random.one(of: ["true", "false"])
        case "username": random.one(of: World.people)
        case "limit": random.one(of: ["1", "2", "50", "100"])
        default: random.one(of: ["0", "943", "86399"])
        }
    }

    /// A list's real cursor, mostly with a part that is another.
    private mutating func cursor() -> String {
        let list = random.one(of: ["rooms", "members", "groups", "invites", "comments"])
        guard !random.chance(in: 4) else { return "«next:\(list)»" }
        let part = random.one(of: [
            random.one(of: Oddities.numbers), random.one(of: Oddities.texts), "«nobody»", random.one(of: World.people),
        ])
        return "«next:\(list):\(Int.random(in: 0...2, using: &random))=\(part.filter { $0 != "«" && $0 != "»" })»"
    }

    private mutating func oddPart() -> String {
        let part = random.one(of: [random.one(of: Oddities.numbers), random.one(of: Oddities.texts), random.one(of: Oddities.times)])
        let bytes = random.chance(in: 5) ? random.one(of: Oddities.bytes, or: []) : Array(part.utf8)
        let text = bytes.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte > 0x7F
            return isPlain && byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return random.chance(in: 30) ? String(repeating: text, count: 200) : text
    }

    // MARK: Headers and body

    private mutating func headers(_ endpoint: any EndpointDeclaration) -> [(name: String, value: String)] {
        var headers = [
            (
                "X-Forwarded-For",
                "10.\(random.small(upTo: 255)).\(Int.random(in: 0...255, using: &random)).\(Int.random(in: 0...255, using: &random))"
            )
        ]
        let token = "Bearer «token:\(random.one(of: World.people))»"
        switch endpoint.who {
        case .anyone: if random.chance(in: 4) { headers.append(("Authorization", token)) }
        case .basic: headers.append(("Authorization", "Basic «basic:ada»"))
        case .user: headers.append(("Authorization", token))
        case .roles: headers.append(("Authorization", "Bearer «token:owner»"))
        }
        if random.chance(in: 2) { headers.append(("Davenport-Tenant", "sofa")) }
        if endpoint.method.hasBody, !random.chance(in: 10) { headers.append(("Content-Type", "application/json")) }
        if random.chance(in: 8) { headers.append(("If-None-Match", "*")) }
        if random.chance(in: 5), let index = headers.indices.randomElement(using: &random) { headers[index].1 = oddValue(headers[index].1) }
        if random.chance(in: 20) {
            headers.append((random.one(of: ["Host", "Accept", "Content-Type", "Davenport-Tenant", "Cookie", "Expect"]), oddValue("x")))
        }
        return headers
    }

    /// A value that may stand in a header.
    private mutating func oddValue(_ value: String) -> String {
        var bytes = Array(value.utf8)
        for _ in 0...random.small(upTo: 3) {
            bytes.mutate(&random, words: [",", ", ", ":", " ", "=", "\"", "Basic ", "Bearer ", "W/"], others: [])
        }
        bytes = Array(bytes.filter { $0 >= 0x20 && $0 != 0x7F }.prefix(4000))
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func body(_ endpoint: any EndpointDeclaration, _ operation: JSONValue) -> [UInt8] {
        guard endpoint.body == .json else {
            return Parser.domain.first { $0.name == "picture" }?.input(Int.random(in: 0...1_000_000, using: &random), seed: 0) ?? []
        }
        let reference = operation["requestBody"]?["content"]?["application/json"]?["schema"]?["$ref"]?.text ?? ""
        var schema = document["components"]?["schemas"]?[String(reference.split(separator: "/").last ?? "")] ?? [:]
        if reference.hasSuffix("NewRoom"), random.chance(in: 2) {
            schema["examples"]?.elements.first.map { schema["examples"] = .list([$0.with("subject", ["kind": "custom", "title": "Tea"])]) }
        }
        let example = named(schema["examples"]?.elements.first ?? [:])
        var scribe = JSONScribe(random: random, rate: random.one(of: [3, 6, 12, 1000], or: 6))
        var bytes = Array(scribe.text(of: example).utf8)
        random = scribe.random
        if random.chance(in: 12) { for _ in 0..<3 { bytes.mutate(&random, words: InputBody.words, others: []) } }
        return bytes
    }

    /// The example with what there is in place of what nobody has.
    private mutating func named(_ value: JSONValue) -> JSONValue {
        var value = value
        for member in value.members {
            switch member.name {
            case "id": value["id"] = random.chance(in: 3) ? .string(known("commentID")) : nil
            case "memberIDs": value["memberIDs"] = .list((0...random.small(upTo: 3)).map { _ in .string(known("userID")) })
            case "mutedRooms": value["mutedRooms"] = .list([.string(known("roomID"))])
            case "commentID": value["commentID"] = .string(known("commentID"))
            case "invite", "code": value[member.name] = "«code»"
            case "currentPassword": value["currentPassword"] = random.chance(in: 3) ? "«password»" : "wrong horse"
            case "username", "email":
                let name = "p\(Int.random(in: 0...999_999, using: &random))"
                value[member.name] = .string(member.name == "email" ? "\(name)@example.org" : name)
            case "watchedAt": value["watchedAt"] = "2026-03-01T19:00:00.000Z"
            default: break
            }
        }
        return value
    }
}

extension JSONValue {
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        var copy = self
        copy[name] = value
        return copy
    }
}
