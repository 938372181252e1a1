import DavenportAPI
import Foundation
import JSON
import TestSupport

/// Makes requests for the listed endpoints from the OpenAPI document. Most have one fault and are otherwise valid, so
/// that the server processes much of them.
struct RequestMaker {
    /// The place of a fault in the request.
    private enum Place: CaseIterable {
        case nowhere, everywhere, path, query, header, method, body
    }

    var random: SplitMix
    private let document: JSONValue
    private let place: Place

    /// Returns the request with a number.
    static func template(_ index: Int, seed: UInt64) throws -> Template {
        var random = SplitMix(seed, "wire", index)
        let place = random.one(of: Place.allCases + [.query, .query, .body, .body], or: .nowhere)
        var maker = RequestMaker(random: random, document: try Contract.document.get(), place: place)
        return maker.template()
    }

    private mutating func template() -> Template {
        if random.chance(in: 100) { return Self.joining }
        let endpoint = endpoint()
        let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()] ?? [:]
        var template = Template(
            method: endpoint.method.rawValue, target: path(endpoint) + query(operation, of: endpoint), headers: [], body: [])
        template.headers = headers(endpoint)
        if endpoint.method.hasBody { template.body = body(endpoint, operation) }
        if isOdd(.method, in: 3) {
            template.method = random.one(of: ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "TRACE", "BREW"])
        }
        return template
    }

    /// Decides whether this place gets a fault.
    private mutating func isOdd(_ here: Place, in count: Int) -> Bool {
        place == here ? random.chance(in: count) : place == .everywhere && random.chance(in: count * 3)
    }

    /// Picks an endpoint: often one with a large input, seldom one without input, and seldom one that ends something.
    private mutating func endpoint() -> any EndpointDeclaration {
        while let endpoint = Endpoints.all.randomElement(using: &random) {
            let takesMuch = place == .query ? Self.paged.contains(endpoint.name) : endpoint.method.hasBody
            let isPassedOver = Self.ending.contains(endpoint.name) ? !random.chance(in: 10) : !takesMuch && !random.chance(in: 3)
            if !isPassedOver { return endpoint }
        }
        return Endpoints.all[0]
    }

    private static let paged: Set = [
        "listComments", "listRooms", "listGroups", "listMembers", "listInvites", "listAudit", "findUsers", "listStudents", "listTasks",
        "listAssignments", "listEntries", "listStudentAssignments", "listResults", "listPlayBoard", "listChallenges", "listMyWords",
    ]
    private static let ranges = ["0-", "-1", "5-2", "0-0,3-4", "99999999999999999999-", "-99999999999999999999", "-0", "-", "7-7", "x"]
    /// Endpoints that would soon leave nothing for the other requests.
    private static let ending: Set = [
        "changePassword", "deleteAccount", "endCurrentSession", "endOtherSessions", "deleteRoom", "leaveRoom", "changeMember",
        "deleteComment", "deleteTask", "withdrawAssignment", "removeStudent", "removeTeacher", "leaveTeacher", "deleteEntry",
        "strikePlay",
    ]

    /// Logs in with a password that begins with a combining character.
    private static let joining = Template(
        method: "POST", target: "/v1/sessions",
        headers: [
            ("Authorization", "Basic «basic:eve»"), ("Davenport-Tenant", "sofa"), ("X-Forwarded-For", "«nobody»"), ("Expect-Status", "201"),
        ],
        body: [])

    // MARK: Target

    private mutating func path(_ endpoint: any EndpointDeclaration) -> String {
        var path = endpoint.path
        for name in endpoint.pathParameters { path = path.replacing("{\(name)}", with: isOdd(.path, in: 2) ? oddPart() : known(name)) }
        if isOdd(.path, in: 10) { path += random.one(of: ["/", "//", "/.", "/../me", "%2f", ";a=b", "#x"]) }
        return path
    }

    private mutating func query(_ operation: JSONValue, of endpoint: any EndpointDeclaration) -> String {
        var pairs: [String] = []
        for parameter in operation["parameters"]?.elements ?? [] where parameter["in"]?.text == "query" {
            guard let name = parameter["name"]?.text, random.chance(in: name == "after" ? 1 : 3) else { continue }
            let value = isOdd(.query, in: 4) ? oddPart() : name == "after" ? cursor(of: endpoint) : known(name)
            pairs.append("\(name)=\(value)")
            if isOdd(.query, in: 10) {
                pairs.append(random.one(of: ["\(name)", "\(name)=", "=\(name)", "&&", "\(name)[]=1", "\(name)=\(oddPart())"]))
            }
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// Returns a real cursor, usually of this list, sometimes with one part replaced.
    private mutating func cursor(of endpoint: any EndpointDeclaration) -> String {
        let lists = [
            "rooms", "members", "groups", "invites", "comments", "students", "tasks", "assignments", "entries", "results", "playboard",
            "challenges", "mywords",
        ]
        let own = isOdd(.query, in: 6) ? nil : lists.first { endpoint.name.lowercased().hasSuffix($0) }
        let list = own ?? random.one(of: lists)
        guard isOdd(.query, in: 1) else { return "«next:\(list)»" }
        let part = random.one(of: [
            random.one(of: UnusualValues.edges), random.one(of: UnusualValues.numbers), random.one(of: UnusualValues.texts + World.people),
        ])
        return "«next:\(list):\(random.chance(in: 10) ? 2 : Int.random(in: 0...1, using: &random))=\(part)»"
    }

    private mutating func oddPart() -> String {
        let part = random.one(of: [
            random.one(of: UnusualValues.numbers), random.one(of: UnusualValues.texts), random.one(of: UnusualValues.times),
        ])
        let bytes = random.chance(in: 5) ? random.one(of: UnusualValues.bytes, or: []) : Array(part.utf8)
        let text = bytes.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
            return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return random.chance(in: 30) ? String(repeating: text, count: 200) : text
    }

    // MARK: Headers

    private mutating func headers(_ endpoint: any EndpointDeclaration) -> [(name: String, value: String)] {
        let (second, third) = (random.small(upTo: 255), Int.random(in: 0...65_535, using: &random))
        var headers = [("X-Forwarded-For", "10.\(second).\(third >> 8).\(third & 255)")]
        if let credentials = credentials(for: endpoint) { headers.append(("Authorization", credentials)) }
        if random.chance(in: 2) { headers.append(("Davenport-Tenant", "sofa")) }
        if endpoint.method.hasBody, !isOdd(.header, in: 5) { headers.append(("Content-Type", "application/json")) }
        if random.chance(in: 12) { headers.append(("If-None-Match", "*")) }
        if endpoint.name == "showFile" { headers.append(("Range", "bytes=\(random.one(of: Self.ranges))")) }
        if isOdd(.header, in: 2), let index = headers.indices.randomElement(using: &random) {
            headers[index].1 = oddValue(headers[index].1)
        }
        if isOdd(.header, in: 4) {
            headers.append((random.one(of: ["Host", "Accept", "Content-Type", "Davenport-Tenant", "Cookie", "Expect"]), oddValue("x")))
        }
        return headers
    }

    /// Usually Ada's token, because she has the most objects. Requests that may end a session use Cyd's.
    private mutating func credentials(for endpoint: any EndpointDeclaration) -> String? {
        let usual = endpoint.feature == .class ? random.one(of: ["teacher", "student"]) : "ada"
        let person = Self.ending.contains(endpoint.name) ? "cyd" : random.chance(in: 2) ? random.one(of: World.people) : usual
        let token = "Bearer «token:\(person)»"
        return switch endpoint.who {
        case .anyone: random.chance(in: 4) ? token : nil
        case .stranger: nil
        case .basic: "Basic «basic:ada»"
        case .key: nil
        case .user: token
        case .roles: endpoint.feature == .class ? "Bearer «token:teacher»" : "Bearer «token:owner»"
        }
    }

    /// Returns an unusual value that is valid in a header.
    private mutating func oddValue(_ value: String) -> String {
        var bytes = Array(value.utf8)
        for _ in 0...random.small(upTo: 3) {
            bytes.mutate(&random, words: [",", ", ", ":", " ", "=", "\"", "Basic ", "Bearer ", "W/"], others: [])
        }
        bytes = Array(bytes.filter { $0 >= 0x20 && $0 != 0x7F }.prefix(4000))
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Body

    private mutating func body(_ endpoint: any EndpointDeclaration, _ operation: JSONValue) -> [UInt8] {
        guard endpoint.body == .json else {
            return Parser.domain.first { $0.name == "picture" }?.input(Int.random(in: 0...1_000_000, using: &random), seed: 0) ?? []
        }
        let reference = operation["requestBody"]?["content"]?["application/json"]?["schema"]?["$ref"]?.text ?? ""
        let schema = document["components"]?["schemas"]?[String(reference.split(separator: "/").last ?? "")] ?? [:]
        let example = named(schema["examples"]?.elements.first ?? [:])
        let rates = [.body: [3, 6, 12], .everywhere: [12]][place] ?? [1_000_000]
        var scribe = UnusualJSONWriter(random: random, rate: random.one(of: rates, or: 1))
        var bytes = Array(scribe.text(of: example).utf8)
        random = scribe.random
        if isOdd(.body, in: 10) { for _ in 0..<3 { bytes.mutate(&random, words: InputBody.words, others: []) } }
        return bytes
    }
}
