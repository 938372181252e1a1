import Foundation

/// A type whose JSON is a single value of a form that tracing the type's decoding can't find out, such as a date in a
/// text. So the type states its schema itself.
///
/// Enumerations with texts as raw values needn't conform to it, only to `CaseIterable`.
protocol SingleValue {
    /// The JSON Schema of the type's values.
    static var schema: JSONValue { get }
    /// Any valid value of the type.
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

/// A type whose JSON is a text, and whose possible texts the areas declare, such as the kind of a notification.
protocol ExtensibleText {
    /// Returns the texts that the given areas declare for the type, in the order of the documentation.
    static func texts(of areas: [AreaContract]) -> [String]
}

extension Problem.Code: ExtensibleText {
    static func texts(of areas: [AreaContract]) -> [String] { areas.codes.map(\.rawValue) }
}

extension NotificationKind: ExtensibleText {
    static func texts(of areas: [AreaContract]) -> [String] { areas.kinds.map(\.rawValue) }
}

/// Finds the form of a type's JSON by running its `init(from:)` with a decoder that records each access.
///
/// So the schema of an answer is never written by hand, and always matches what clients decode.
package struct AnswerProbe {
    /// The areas of the API.
    let areas: [AreaContract]

    package init(areas: [AreaContract]) { self.areas = areas }

    /// The form of a type's JSON.
    package enum Form {
        case single(JSONValue)
        case list(of: any Decodable.Type)
        case object([Property])
    }

    /// A member of an object.
    package struct Property {
        package let name: String
        package let type: any Decodable.Type
        package let isRequired: Bool
    }

    /// Finds the form of a type's JSON.
    /// - Parameter cases: the case that an enumeration among the properties gets, by property name. It is the case's
    ///   number, counted from 0; the default is the first case.
    /// - Throws: the error of the type's decoding if it refuses a placeholder, for example an enumeration without
    ///   `CaseIterable`.
    package func form(of type: any Decodable.Type, cases: [String: Int] = [:]) throws -> Form {
        if let schema = schema(ofSingle: type) { return .single(schema) }
        let notes = DecodingTrace(cases: cases)
        _ = try type.init(from: TracingDecoder(notes: notes))
        if let element = notes.element { return .list(of: element) }
        return notes.single.map(Form.single) ?? .object(notes.properties)
    }

    /// Returns the values of a text enumeration or of an extensible text type; nil for any other type.
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
