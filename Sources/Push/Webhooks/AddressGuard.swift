import Foundation
import NIOCore

/// Decides to which addresses the worker connects for a webhook (rules 25). Without it, an admin of a community could reach
/// services in the operator's network.
public struct AddressGuard: Sendable {
    private let allowed: [AddressBlock]

    /// Creates the guard.
    /// - Parameter allowed: networks that are allowed although they aren't public.
    public init(allowing allowed: [AddressBlock] = []) {
        self.allowed = allowed
    }

    /// Returns whether the worker may connect to an address: a public one, or one of an allowed network.
    func admits(_ address: SocketAddress) -> Bool {
        guard let bytes = AddressBlock.bytes(of: address) else { return false }
        return Self.isPublic(bytes) || allowed.contains { $0.contains(bytes) }
    }

    /// Returns whether an address is public. An IPv6 address that maps an IPv4 address isn't: it lies outside of global unicast.
    private static func isPublic(_ bytes: [UInt8]) -> Bool {
        (bytes.count == 4 || globalUnicast.contains { $0.contains(bytes) }) && !reserved.contains { $0.contains(bytes) }
    }

    private static let globalUnicast = ["2000::/3"].compactMap(AddressBlock.init)

    /// The networks that IANA lists as not globally reachable, multicast, and tunnels to IPv4 addresses.
    private static let reserved = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "2001::/23",
        "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap(AddressBlock.init)
}

/// A range of IP addresses, such as `10.0.0.0/8` or `fd00::/8`.
public struct AddressBlock: Sendable, Equatable {
    private let bytes: [UInt8]
    private let length: Int

    /// Parses a range; nil if the text isn't one. An address alone is the range of this address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let bytes = (try? SocketAddress(ipAddress: String(parts[0]), port: 0)).flatMap(Self.bytes) else { return nil }
        let bits = bytes.count * 8
        let length = parts.count == 1 ? bits : parts.count == 2 ? Int(parts[1]) : nil
        guard let length, (0...bits).contains(length) else { return nil }
        (self.bytes, self.length) = (bytes, length)
    }

    /// Whether the range is larger than any network for private use: those of IPv4 have at least 8 bits, those of IPv6 7.
    public var isWide: Bool { length < (bytes.count == 4 ? 8 : 7) }

    /// Returns whether an address is in the range. An IPv4 address that is written as one of IPv6 isn't in a range of IPv4.
    func contains(_ address: [UInt8]) -> Bool {
        guard address.count == bytes.count else { return false }
        return (0..<length).allSatisfy { bit in (bytes[bit / 8] ^ address[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0 }
    }

    /// Returns the 4 or 16 bytes of an IP address; nil for a socket's path.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let v4): withUnsafeBytes(of: v4.address.sin_addr) { Array($0) }
        case .v6(let v6): withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
        default: nil
        }
    }
}
