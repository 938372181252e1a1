import Foundation

/// A type whose JSON is a single value of a certain form, which its decoder can't tell.
///
/// Enumerations of texts need no such conformance, only `CaseIterable`.
protocol SingleValue {
    /// The JSON Schema of its values.
    static var schema: JSONValue { get }
    /// Any value.
    static var placeholder: Self { get }
}

extension UUID: SingleValue {
    static var schema: JSONValue { .uuid }
    static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Date: SingleValue {
    static var schema: JSONValue { .time }
    static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}

extension CalendarDate: SingleValue {
    static var schema: JSONValue { .date }
    static var placeholder: CalendarDate { CalendarDate(year: 2000, month: 1, day: 1) }
}

/// A type of texts to which each area adds its own.
protocol ExtensibleText {
    /// Those of these areas, in the order of the documentation.
    static func texts(of areas: [AreaContract]) -> [String]
}

extension Problem.Code: ExtensibleText {
    static func texts(of areas: [AreaContract]) -> [String] { areas.codes.map(\.rawValue) }
}

extension NotificationKind: ExtensibleText {
    static func texts(of areas: [AreaContract]) -> [String] { areas.kinds.map(\.rawValue) }
}

/// Finds what a type's JSON is like by running its `init(from:)` with a decoder that notes what is asked for.
///
/// So an answer's schema is written nowhere, and can't be another than what clients decode.
struct AnswerProbe {
    /// Those that the API is made of.
    let areas: [AreaContract]

    /// What was found of one type.
    enum Form {
        case single(JSONValue)
        case list(of: any Decodable.Type)
        case object([Property])
    }

    /// A member of an object.
    struct Property {
        let name: String
        let type: any Decodable.Type
        let isRequired: Bool
    }

    /// What a type's JSON is.
    /// - Parameter cases: which value the enumerations among its properties have, by the property's name and counted from 0; the first
    ///   where nothing is said.
    /// - Throws: what the type's decoding throws where it takes no placeholder: an enumeration without `CaseIterable`, for example.
    func form(of type: any Decodable.Type, cases: [String: Int] = [:]) throws -> Form {
        if let schema = schema(ofSingle: type) { return .single(schema) }
        let notes = DecodingTrace(cases: cases)
        _ = try type.init(from: TracingDecoder(notes: notes))
        if let element = notes.element { return .list(of: element) }
        return notes.single.map(Form.single) ?? .object(notes.properties)
    }

    /// The values of an enumeration of texts, or of texts that areas gather; nil for any other type.
    func values(of type: Any.Type) -> [String]? {
        (type as? any ExtensibleText.Type)?.texts(of: areas) ?? (type as? any CaseIterable.Type).flatMap { texts($0) }
    }

    private func schema(ofSingle type: any Decodable.Type) -> JSONValue? {
        (type as? any SingleValue.Type)?.schema ?? values(of: type).map { .open($0) }
    }

    private func texts<Value: CaseIterable>(_ type: Value.Type) -> [String]? {
        let texts = Value.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        return texts.count == Value.allCases.count ? texts : nil
    }
}
