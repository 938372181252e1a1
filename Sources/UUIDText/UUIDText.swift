#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Foundation formats and parses UUIDs by C's printf and scanf. That takes twenty times as long, writes upper case, and
// accepts signs and spaces.
extension UUID {
    /// The number of bytes of a UUID's text.
    package static var textLength: Int { 36 }

    /// The UUID as text in lower case, such as `00010203-0405-0607-0809-0a0b0c0d0e0f`. JSON and PostgreSQL's answers
    /// have the same form.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            // The buffer has memory for that many bytes.
            write(to: UnsafeMutableRawPointer(buffer.baseAddress!))
            return Self.textLength
        }
    }

    /// Writes the text to memory.
    /// - Parameter memory: the place to write to, with room for 36 bytes.
    package func write(to memory: UnsafeMutableRawPointer) {
        withUnsafeBytes(of: uuid) { octets in
            let (first, second, third, fourth) = (
                Self.digits(octets, 0), Self.digits(octets, 4), Self.digits(octets, 8), Self.digits(octets, 12)
            )
            memory.storeBytes(of: first.littleEndian, toByteOffset: 0, as: UInt64.self)
            memory.storeBytes(of: UInt32(truncatingIfNeeded: second).littleEndian, toByteOffset: 9, as: UInt32.self)
            memory.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32).littleEndian, toByteOffset: 14, as: UInt32.self)
            memory.storeBytes(of: UInt32(truncatingIfNeeded: third).littleEndian, toByteOffset: 19, as: UInt32.self)
            memory.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32).littleEndian, toByteOffset: 24, as: UInt32.self)
            memory.storeBytes(of: fourth.littleEndian, toByteOffset: 28, as: UInt64.self)
        }
        for place in Self.hyphens { memory.storeBytes(of: Self.hyphen, toByteOffset: place, as: UInt8.self) }
    }

    /// Parses the 36 characters of a UUID in lower or upper case; nil for any other text.
    package init?(text: String) {
        var (text, octets) = (text, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid)
        let isOne = text.withUTF8 { text in
            guard text.count == Self.textLength, Self.hyphens.allSatisfy({ text[$0] == Self.hyphen }) else { return false }
            return withUnsafeMutableBytes(of: &octets) { octets in
                var place = 0
                return octets.indices.allSatisfy { index in
                    if Self.hyphens.contains(place) { place += 1 }
                    guard let high = Self.value(ofDigit: text[place]), let low = Self.value(ofDigit: text[place + 1]) else { return false }
                    octets[index] = high << 4 | low
                    place += 2
                    return true
                }
            }
        }
        guard isOne else { return nil }
        self.init(uuid: octets)
    }

    private static var hyphen: UInt8 { UInt8(ascii: "-") }
    /// The positions of the hyphens in the text of a UUID.
    private static var hyphens: [Int] { [8, 13, 18, 23] }

    /// Returns the eight hexadecimal digits of four bytes, as characters. Each character is one byte of the result, the
    /// first in the lowest byte. All digits are converted at once.
    @inline(__always)
    private static func digits(_ octets: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        let four = UInt64(UInt32(littleEndian: octets.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        let pairs = (four | four << 16) & 0x0000_FFFF_0000_FFFF
        let apart = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
        let halves = (apart >> 4 | apart << 8) & 0x0F0F_0F0F_0F0F_0F0F
        // A value above 9 becomes a letter, 39 positions behind the digits.
        let letters = ((halves + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        return halves + 0x3030_3030_3030_3030 + letters * 39
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
