/// Holds a statement's parameters as C strings, in memory that is reused for the next statement.
struct ParameterBuffer: Sendable {
    private var bytes: [CChar] = []
    private var offsets: [Int] = []
    /// Whether some parameters were large enough to grow libpq's own buffer, which never shrinks.
    private(set) var wasLarge = false

    private static let large = 1 << 20

    mutating func withPointers<Result>(
        to parameters: [String?], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        for parameter in parameters {
            offsets.append(parameter == nil ? -1 : bytes.count)
            guard var text = parameter else { continue }
            // The bytes of a string's UTF-8 may be read as characters of C.
            text.withUTF8 { bytes.append(contentsOf: UnsafeRawBufferPointer($0).assumingMemoryBound(to: CChar.self)) }
            bytes.append(0)
        }
        defer { shrink() }
        return bytes.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: offsets.count) { pointers in
                for (index, offset) in offsets.enumerated() {
                    pointers.initializeElement(at: index, to: offset < 0 ? nil : bytes.baseAddress.map { $0 + offset })
                }
                return body(UnsafeBufferPointer(pointers))
            }
        }
    }

    private mutating func shrink() {
        guard bytes.count > Self.large else { return }
        wasLarge = true
        bytes = []
    }
}
