import Foundation

/// An input in which the client may choose the id of the new object, so that a retry creates nothing twice.
public protocol IdentifiedInput: Input {
    /// The id of the new object. If it is nil, the server chooses one.
    var id: UUID? { get set }
}

/// An input that requests a page of a list.
public protocol PagedInput: Input {
    /// The cursor that the previous page has as `next`; nil for the first page.
    var after: String? { get set }
}

/// An input whose request may long-poll: the server delays the answer until something changes.
public protocol WaitingInput: Input {
    /// The maximum number of seconds that the request waits for a change.
    var wait: Int { get }
}

/// An input whose body is raw bytes instead of JSON, such as a picture. The input's other fields are in the path and the query,
/// and its encoding leaves the bytes out.
public protocol BytesInput: Input {
    /// The body of the HTTP request.
    var content: [UInt8] { get }
}

/// An input whose body is a stream of bytes, such as a file. The input's other fields are in the path and the query.
public protocol StreamInput: Input {
    /// The body of the HTTP request.
    var content: ByteStream { get }
}
