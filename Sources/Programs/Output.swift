import Foundation

/// Prints a value as JSON, for programs that read it.
public func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Sends on what was printed, also where the output is a pipe.
public func flushOutput() {
    fflush(nil)
}
