import DavenportAPI
import HTTPTypes

/// Reads the echo of a request, which its answer repeats (rule 10.15).
enum RequestEcho {
    /// Returns the echo in the header `Davenport-Echo`; nil if there isn't exactly one valid value.
    static func given(in headers: HTTPFields) -> String? { only(headers[values: .echo]) }

    /// Returns the echo among the values of the header; nil unless there is one value, and it is valid.
    static func only(_ values: [String]) -> String? {
        guard values.count == 1, let value = values.first, Echo.isValid(value) else { return nil }
        return value
    }
}

extension HTTPField.Name {
    static let echo = Self(Echo.header)!  // A constant that is a valid name.
}
