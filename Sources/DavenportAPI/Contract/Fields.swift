/// The input of an endpoint: the fields of path, query and body in one value. Each field is declared once, with its
/// limits.
public protocol Input: Encodable, Sendable {
    /// Reads every field from `fields`. If a field has a fault, `fields` records the fault and returns a placeholder.
    /// So reading continues, and one answer reports all faults.
    init(_ fields: inout Fields)
}

extension Input {
    /// Whether a request with this input may long-poll, because the input is a `WaitingInput`.
    @available(*, deprecated, message: "Ask the endpoint: `Endpoint.mayWait`.")
    public static var mayWait: Bool { self is any WaitingInput.Type }
}

/// The input of an endpoint without fields.
public struct NoInput: Input {
    public init() {}
    /// Reads nothing and ignores everything in the request.
    public init(_ fields: inout Fields) {}
}

/// The name of a field in a JSON body.
public struct FieldName: CodingKey, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }
    /// Creates a name from any text.
    public init(stringValue: String) { self.stringValue = stringValue }
    /// Always nil, because no field has a number as its name.
    public init?(intValue: Int) { nil }
}

/// The place in a request where a field's value was found.
public enum FieldSource {
    /// A text in the path or the query.
    case text(String)
    /// A member of the JSON body, or of an object in it.
    case json(KeyedDecodingContainer<FieldName>, FieldName)
}

/// Reads an input's fields from a request and collects all faults.
public struct Fields {
    private let path: [String: String]
    private let query: [String: String]
    private let body: KeyedDecodingContainer<FieldName>?
    private let prefix: String
    /// The areas of the API, which contribute the values of some fields.
    public let areas: [AreaContract]
    /// The fields that the input has read so far, if the reader only describes the input's fields without a request;
    /// otherwise nil.
    private var described: DescribedFields?
    /// The request's body, if the endpoint takes raw bytes; otherwise empty.
    public let content: [UInt8]
    /// The request's body, if the endpoint takes a stream; otherwise empty.
    public let stream: ByteStream
    /// The faults found so far.
    public private(set) var faults: [FieldFault] = []
    /// Whether a path parameter that names a thing has an invalid form. The server answers 404, as for any unknown id.
    public private(set) var pathIsUnknown = false

    /// Creates a reader for the fields of one request.
    /// - Parameters:
    ///   - path: the path parameters by name.
    ///   - query: the query parameters by name, decoded.
    ///   - body: the JSON object in the request's body; nil if there is none.
    ///   - content: the request's body, if the endpoint takes raw bytes.
    ///   - stream: the request's body, if the endpoint takes a stream.
    ///   - areas: the areas of the API.
    public init(
        path: [String: String], query: [String: String], body: KeyedDecodingContainer<FieldName>?, content: [UInt8] = [],
        stream: ByteStream = ByteStream([]), areas: [AreaContract] = Contracts.all
    ) {
        self.init(path: path, query: query, body: body, content: content, stream: stream, prefix: "", areas: areas)
    }

    private init(
        path: [String: String] = [:], query: [String: String] = [:], body: KeyedDecodingContainer<FieldName>?, content: [UInt8] = [],
        stream: ByteStream = ByteStream([]), prefix: String, areas: [AreaContract]
    ) {
        self.path = path
        self.query = query
        self.body = body
        self.content = content
        self.stream = stream
        self.prefix = prefix
        self.areas = areas
    }

    /// Reads a required field.
    public mutating func required<Value>(_ name: String, _ type: FieldType<Value>) -> Value {
        described?.add(.init(name: name, schema: type.schema(), isRequired: true))
        guard let source = source(name) else {
            record(.init(field: prefix + name, code: .missing, message: "is required"))
            return type.placeholder
        }
        return read(name, type, source) ?? type.placeholder
    }

    /// Reads an optional field; null counts as omitted.
    public mutating func optional<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        described?.add(.init(name: name, schema: type.schema(), isRequired: false))
        return source(name).flatMap { read(name, type, $0) }
    }

    /// Reads an optional field with a default value.
    public mutating func optional<Value>(_ name: String, _ type: FieldType<Value>, default value: Value) -> Value {
        described?.add(.init(name: name, schema: type.schema(with: value), isRequired: false))
        return source(name).flatMap { read(name, type, $0) } ?? value
    }

    /// Reads a field that a change may omit, set, or clear with null.
    public mutating func patch<Value>(_ name: String, _ type: FieldType<Value>) -> Patch<Value> {
        described?.add(.init(name: name, schema: type.schema(), isRequired: false, clears: true))
        if let source = source(name) { return read(name, type, source).map { .set($0) } ?? .keep }
        return body?.contains(FieldName(stringValue: name)) == true ? .clear : .keep
    }

    /// Reads a field whose value decides which other fields the input has. The initializer then reads only the fields
    /// that belong to this value.
    public mutating func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ type: Value.Type, placeholder: Value
    ) -> Value {
        described?.choose(name, type) ?? required(name, .oneOf(type, placeholder: placeholder))
    }

    /// Reads a required object with fields of its own. A fault in one of these fields is recorded under `name.field`.
    public mutating func required<Nested: Input>(_ name: String, object: Nested.Type) -> Nested {
        described?.add(.init(name: name, schema: [:], isRequired: true, object: object))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else {
            record(.init(field: prefix + name, code: .missing, message: "is required"))
            return placeholder(object)
        }
        guard let container = try? body.nestedContainer(keyedBy: FieldName.self, forKey: key) else {
            record(.init(field: prefix + name, code: .wrongType, message: "must be an object"))
            return placeholder(object)
        }
        var fields = Fields(body: container, prefix: prefix + name + ".", areas: areas)
        let value = Nested(&fields)
        faults += fields.faults
        return value
    }

    /// Reads an optional object; null counts as omitted.
    public mutating func optional<Nested: Input>(_ name: String, object: Nested.Type) -> Nested? {
        described?.add(.init(name: name, schema: [:], isRequired: false, object: object))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else { return nil }
        return required(name, object: object)
    }

    /// Reads a required list of at most `limit` objects. A fault in a field of an object is recorded under
    /// `name.2.field`, where 2 is the object's position, counted from 0.
    public mutating func required<Item: Input>(_ name: String, listOf item: Item.Type, upTo limit: Int) -> [Item] {
        described?.add(.init(name: name, schema: [:], isRequired: true, object: item, mostObjects: limit))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else {
            record(name, .missing, "is required")
            return []
        }
        return items(name, item, limit, body, key)
    }

    private mutating func items<Item: Input>(
        _ name: String, _ item: Item.Type, _ limit: Int, _ body: KeyedDecodingContainer<FieldName>, _ key: FieldName
    ) -> [Item] {
        guard var list = try? body.nestedUnkeyedContainer(forKey: key) else {
            record(name, .wrongType, "must be a list of objects")
            return []
        }
        guard list.count ?? 0 <= limit else {
            record(name, .tooLong, "must hold at most \(limit) objects")
            return []
        }
        var items: [Item] = []
        while !list.isAtEnd {
            let place = "\(name).\(list.currentIndex)"
            guard let container = try? list.nestedContainer(keyedBy: FieldName.self) else {
                record(place, .wrongType, "must be an object")
                return items
            }
            var fields = Fields(body: container, prefix: prefix + place + ".", areas: areas)
            items.append(Item(&fields))
            faults += fields.faults
        }
        return items
    }

    /// Reads an optional list of objects; null counts as omitted.
    public mutating func optional<Item: Input>(_ name: String, listOf item: Item.Type, upTo limit: Int) -> [Item]? {
        described?.add(.init(name: name, schema: [:], isRequired: false, object: item, mostObjects: limit))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else { return nil }
        return items(name, item, limit, body, key)
    }

    /// Records a fault if the field `other` is present but the field `name` isn't. Both fields are optional by
    /// themselves.
    public mutating func require(_ name: String, with other: String, _ message: String) {
        described?.demand(name, with: other)
        if source(other) != nil, source(name) == nil { record(.init(field: prefix + name, code: .missing, message: message)) }
    }

    /// Records a fault unless exactly one of two optional fields is present.
    public mutating func requireOne(of name: String, or other: String) {
        switch (source(name) != nil, source(other) != nil) {
        case (false, false): record(name, .missing, "is required without \(other)")
        case (true, true): record(other, .notAllowed, "must be left out beside \(name)")
        default: break
        }
    }

    /// Records a fault that no single field's type can find, such as two fields that contradict each other.
    public mutating func record(_ fault: FieldFault) {
        faults.append(fault)
    }

    /// Records a fault in a field of the object that is being read.
    public mutating func record(_ name: String, _ code: FieldFault.Code, _ message: String) {
        record(.init(field: prefix + name, code: code, message: message))
    }

    /// Whether any fault was found so far, in the request or the object that is being read.
    public var hasFaults: Bool { !faults.isEmpty }

    /// Runs an input's initializer without a request, to find out which fields it reads.
    static func describe<In: Input>(_ input: In.Type, _ description: DescribedFields, areas: [AreaContract]) -> DescribedFields {
        var fields = Fields(body: nil, prefix: "", areas: areas)
        fields.described = description
        _ = In(&fields)
        return fields.described ?? description
    }

    private func placeholder<Nested: Input>(_ type: Nested.Type) -> Nested {
        var nothing = Fields(body: nil, prefix: prefix, areas: areas)
        return Nested(&nothing)
    }

    private func source(_ name: String) -> FieldSource? {
        if let text = path[name] ?? query[name] { return .text(text) }
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else { return nil }
        return .json(body, key)
    }

    private mutating func read<Value>(_ name: String, _ type: FieldType<Value>, _ source: FieldSource) -> Value? {
        switch type.read(source) {
        case .success(let value):
            return value
        case .failure(let reason):
            if path[name] != nil, type.namesThing { pathIsUnknown = true }
            record(.init(field: prefix + name, code: reason.code, message: reason.message))
            return nil
        }
    }
}
