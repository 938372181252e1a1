import Foundation
import TestSupport
import Testing

@testable import DavenportAPI
@testable import JSON

@Suite("rules 10: JSON that is read from memory")
struct JSONShapeTests {
    @Test("Every plain object of an answer is read from memory, not by its encode(to:)")
    func plainObjects() throws {
        let plain = try AnswerTypes.all().compactMap { $0 as? any PlainObject.Type }
        #expect(plain.count > 40)
        for type in plain { #expect(JSONProperty.all(of: type) != nil, "\(type)") }
    }

    @Test("A struct's properties are read at their places, whatever their sizes, and with nil of each kind")
    func places() throws {
        let full = Uneven(
            first: true, small: .read, second: false, maybe: true, number: -1, text: "é \"", third: true, user: Uneven.someone, fourth: nil,
            people: [Uneven.someone, Uneven.someone], numbers: [], hundredths: nil, day: CalendarDate(year: 2026, month: 2, day: 28),
            moment: Date(timeIntervalSince1970: 1.5), fifth: true)
        let empty = Uneven(
            first: false, small: .watch, second: true, maybe: nil, number: nil, text: nil, third: false, user: nil, fourth: false,
            people: nil, numbers: [Int.min], hundredths: Hundredths(count: 950), day: CalendarDate(year: 2000, month: 1, day: 1),
            moment: nil,
            fifth: false)
        #expect(JSONProperty.all(of: Uneven.self)?.count == 15)
        for value in [full, empty] {
            #expect(try JSONWriter.bytes(of: value) == JSONWriter.bytes(of: Encoded(value: value)))
            #expect(try JSONDecoder.wire.decode(Uneven.self, from: Data(try JSONWriter.bytes(of: value))) == value)
        }
    }

    @Test("A type whose properties don't fill its memory is written by its encode(to:)")
    func fallback() throws {
        #expect(JSONProperty.all(of: Padded.self) == nil)
        #expect(String(decoding: try JSONWriter.bytes(of: Padded(name: "a")), as: UTF8.self) == #"{"name":"a"}"#)
    }
}

/// A struct with gaps between its properties, and one or more of each kind.
private struct Uneven: Codable, PlainObject, Equatable {
    let first: Bool
    let small: Attention
    let second: Bool
    let maybe: Bool?
    let number: Int?
    let text: String?
    let third: Bool
    let user: UserStub?
    let fourth: Bool?
    let people: [UserStub]?
    let numbers: [Int]
    let hundredths: Hundredths?
    let day: CalendarDate
    let moment: Date?
    let fifth: Bool

    static let someone = UserStub(id: UUID(), username: "bea", identityColor: "#00798c", avatarURL: nil)
}

/// A type that must not be a `PlainObject`: it has a property that it doesn't encode.
private struct Padded: Codable, PlainObject {
    let name: String
    var cached = 7

    enum CodingKeys: CodingKey { case name }
}

/// Writes a value by its `encode(to:)`.
private struct Encoded<Value: Encodable>: Encodable {
    let value: Value
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
