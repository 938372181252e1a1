import Foundation

/// An input whose sender may choose the id of what is made, so that the same request sent again makes nothing twice.
public protocol IdentifiedInput: Input {
    /// The server chooses where it is nil.
    var id: UUID? { get set }
}

/// An input that asks for a part of a list.
public protocol PagedInput: Input {
    /// The `next` of the page before; nil for the first.
    var after: String? { get set }
}

/// An input that may have its answer wait for something.
public protocol WaitingInput: Input {
    /// For how many seconds at most.
    var wait: Int { get }
}

/// An input that is sent as it is and not as JSON, such as a picture.
public protocol BytesInput: Input {
    /// The request's body.
    var content: [UInt8] { get }
}

/// An input whose body is sent as it is and goes through as it comes, such as a file; what else it has stands in path and query.
public protocol StreamInput: Input {
    /// The request's body.
    var content: ByteStream { get }
}
