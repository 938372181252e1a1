import Foundation
import Secrets
import UUIDText

extension UUID {
    /// Makes a UUID of version 7 (RFC 9562): 48 bits of milliseconds, then 74 random bits. So UUIDs sort by the time of
    /// their creation.
    package static func version7(at date: Date) -> UUID {
        let milliseconds = UInt64(max(0, date.timeIntervalSince1970 * 1000))
        var bytes = Randomness.bytes(16)
        for index in 0..<6 {
            bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index))
        }
        bytes[6] = 0x70 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The UUID's text in lower case, as in JSON.
    package var lowercased: String { text }
}
