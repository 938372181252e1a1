/// What an endpoint takes: path parameters, query and body in one value, each field declared once with its limits.
public protocol Input: Encodable, Sendable {
    /// Reads every field; a fault is recorded in `fields`, and a placeholder stands in, so that all faults are found at once.
    init(_ fields: inout Fields)
}

extension Input {
    /// Whether the answer may wait for something: that of a `WaitingInput`.
    @available(*, deprecated, message: "Ask the endpoint: `Endpoint.mayWait`.")
    public static var mayWait: Bool { self is any WaitingInput.Type }
}

/// An endpoint that takes nothing.
public struct NoInput: Input {
    public init() {}
    /// Reads nothing, whatever is sent.
    public init(_ fields: inout Fields) {}
}

/// The name of a field in a body.
public struct FieldName: CodingKey, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }
    /// Takes any name.
    public init(stringValue: String) { self.stringValue = stringValue }
    /// Nil: no field is named by a number.
    public init?(intValue: Int) { nil }
}

/// Where a field's value comes from.
public enum FieldSource {
    /// From the path or the query.
    case text(String)
    /// From the body.
    case json(KeyedDecodingContainer<FieldName>, FieldName)
}

/// Reads an input's fields from a request and gathers everything that is wrong with them.
public struct Fields {
    private let path: [String: String]
    private let query: [String: String]
    private let body: KeyedDecodingContainer<FieldName>?
    private let prefix: String
    /// The areas that the API is made of, for fields whose values the areas bring.
    public let areas: [AreaContract]
    /// Set where no request is read, but the fields themselves are to be known.
    private var described: DescribedFields?
    /// The body of an endpoint that takes bytes; empty where there is none.
    public let content: [UInt8]
    /// The body of an endpoint that takes a stream; empty where there is none.
    public let stream: ByteStream
    /// The faults found so far.
    public private(set) var faults: [FieldFault] = []
    /// Whether a path parameter can't be anything that exists: such a request is answered 404, as for any unknown id.
    public private(set) var pathIsUnknown = false

    /// - Parameters:
    ///   - path: the path's parameters by name.
    ///   - query: the query's parameters by name, decoded.
    ///   - body: the body's object; nil where there is none.
    ///   - content: the body of an endpoint that takes bytes.
    ///   - stream: the body of an endpoint that takes a stream.
    ///   - areas: those that the API is made of.
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

    /// Reads a field that must be there.
    public mutating func required<Value>(_ name: String, _ type: FieldType<Value>) -> Value {
        described?.add(.init(name: name, schema: type.schema(), isRequired: true))
        guard let source = source(name) else {
            record(.init(field: prefix + name, code: .missing, message: "is required"))
            return type.placeholder
        }
        return read(name, type, source) ?? type.placeholder
    }

    /// Reads a field that may be left out; null counts as left out.
    public mutating func optional<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        described?.add(.init(name: name, schema: type.schema(), isRequired: false))
        return source(name).flatMap { read(name, type, $0) }
    }

    /// Reads a field that takes a value when it is left out.
    public mutating func optional<Value>(_ name: String, _ type: FieldType<Value>, default value: Value) -> Value {
        described?.add(.init(name: name, schema: type.schema(with: value), isRequired: false))
        return source(name).flatMap { read(name, type, $0) } ?? value
    }

    /// Reads a field that a change may leave out, set, or clear with null.
    public mutating func patch<Value>(_ name: String, _ type: FieldType<Value>) -> Patch<Value> {
        described?.add(.init(name: name, schema: type.schema(), isRequired: false, clears: true))
        if let source = source(name) { return read(name, type, source).map { .set($0) } ?? .keep }
        return body?.contains(FieldName(stringValue: name)) == true ? .clear : .keep
    }

    /// Reads a field that decides which others there are: after it, only those of its value are read.
    public mutating func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ type: Value.Type, placeholder: Value
    ) -> Value {
        described?.choose(name, type) ?? required(name, .oneOf(type, placeholder: placeholder))
    }

    /// Reads an object of the body with fields of its own, named in faults as `name.field`.
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

    /// Reads an object that may be left out; null counts as left out.
    public mutating func optional<Nested: Input>(_ name: String, object: Nested.Type) -> Nested? {
        described?.add(.init(name: name, schema: [:], isRequired: false, object: object))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else { return nil }
        return required(name, object: object)
    }

    /// Reads a list of objects with fields of their own, named in faults as `name.2.field`, from 0.
    public mutating func required<Item: Input>(_ name: String, listOf item: Item.Type, upTo limit: Int) -> [Item] {
        described?.add(.init(name: name, schema: [:], isRequired: true, object: item, mostObjects: limit))
        let key = FieldName(stringValue: name)
        guard let body, body.contains(key), (try? body.decodeNil(forKey: key)) != true else {
            record(name, .missing, "is required")
            return []
        }
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

    /// Demands an optional field wherever another is given.
    public mutating func require(_ name: String, with other: String, _ message: String) {
        described?.demand(name, with: other)
        if source(other) != nil, source(name) == nil { record(.init(field: prefix + name, code: .missing, message: message)) }
    }

    /// Adds a fault that no single field's type can find, such as two fields that contradict each other.
    public mutating func record(_ fault: FieldFault) {
        faults.append(fault)
    }

    /// Adds such a fault at a field of this object.
    public mutating func record(_ name: String, _ code: FieldFault.Code, _ message: String) {
        record(.init(field: prefix + name, code: code, message: message))
    }

    /// Whether anything was found to be wrong with this object so far.
    public var hasFaults: Bool { !faults.isEmpty }

    /// Runs an input's initializer to find its fields.
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
            if path[name] != nil { pathIsUnknown = true }
            record(.init(field: prefix + name, code: reason.code, message: reason.message))
            return nil
        }
    }
}
