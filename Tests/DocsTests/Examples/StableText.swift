import DavenportAPI
import Foundation

/// Replaces random parts of recorded examples, so that every recording gives the same text and shows no secret.
///
/// The same id gets the same replacement in all examples.
struct StableText {
    private var ids: [String: String] = [:]

    mutating func stable(_ example: RecordedExample) -> RecordedExample {
        var stable = example
        stable.parameters = replaced(example.parameters)
        stable.body = example.body.map { replaced($0) }
        stable.answer = example.answer.map { replaced($0) }
        return stable
    }

    /// Returns the value with its lists cut to two elements and random parts replaced.
    private mutating func replaced(_ value: JSONValue, named name: String = "") -> JSONValue {
        switch value {
        case .string(let text): return .string(replaced(text, named: name))
        case .list(let elements):
            let isWhole = elements.allSatisfy { if case .integer = $0 { true } else { false } }
            return .list((isWhole ? elements : Array(elements.prefix(2))).map { replaced($0, named: name) })
        case .object(let members):
            return .object(members.map { .init(replaced($0.name, named: ""), replaced($0.value, named: $0.name)) })
        case .integer, .number, .boolean, .null: return value
        }
    }

    private mutating func replaced(_ text: String, named name: String) -> String {
        let text = text.replacing(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/) { id(String($0.output)) }
            .replacing(/(tv|movie|custom)-([0-9a-f]{32})/) { "\($0.output.1)-\(id(String($0.output.2)).replacing("-", with: ""))" }
            // Pictures are served by the stand-in for the catalogue's provider, on a random port.
            .replacing(/http:\/\/127\.0\.0\.1:[0-9]+/, with: "https://images.example.org")
            .replacing(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}-[0-9A-Z]{2}/) { "K7QM3XHT9WPD2BVN".formed(as: String($0.output)) }
            .replacing(/davenport_key_[A-Za-z0-9_-]{70}/, with: "davenport_key_SECRET")
        if text.hasPrefix("davenport_"), !text.hasPrefix("davenport_key_") { return "davenport_TOKEN" }
        if text.hasPrefix("whsec_") { return "whsec_SECRET" }
        return switch name {
        case "code", "invite": text.utf8.count < 40 && text == text.uppercased() ? "K7QM3XHT9WPD2BVN".formed(as: text) : text
        case "stopCode": "invites.DIGEST.SIGNATURE"
        case "challenge": "mHmBMqOBdBQxnRJbFyJMzUS1ae9gFUYZT0kcA3T8nC4"
        // The ids of passkeys and of their people have 16 bytes.
        case "id", "userHandle": text.utf8.count == 22 ? "Z4f0nW8tQyqvJ1kRr3sYdg" : text
        case "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"
        case "attestationObject": "o2NmbXRkbm9uZQ"
        case "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4"
        case "signature": "MEUCIQDSIGNATURE"
        case "next", "after", "since": Timestamp.parse(text) == nil ? "MjAyNi0wMy0wMQ" : text
        case "signedTransaction", "signedPayload": "eyJhbGciOiJFUzI1NiJ9.e30.SIGNATURE"
        default: text
        }
    }

    private mutating func id(_ text: String) -> String {
        // The demo's fixed ids stay.
        if text.hasPrefix("50f") { return text }
        if let known = ids[text] { return known }
        let digits = String(ids.count + 1, radix: 16)
        let made = "019ca9b2-d000-7000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
        ids[text] = made
        return made
    }
}

extension String {
    /// Returns these characters in the form of a code: with the same length and hyphens.
    fileprivate func formed(as text: String) -> String {
        let letters = Array(self)
        var index = 0
        return String(
            text.map { character in
                if character == "-" { return "-" }
                defer { index += 1 }
                return letters[index % letters.count]
            })
    }
}
