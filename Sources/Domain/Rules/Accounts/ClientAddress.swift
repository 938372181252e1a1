import Foundation

/// The address by which throttles distinguish clients: an IPv4 address, or the /64 network of an IPv6 address.
///
/// One client usually controls a whole /64. Many providers give a customer a /48, so each /48 is counted as well, with
/// higher limits.
public struct ClientAddress: Sendable, Hashable {
    private enum Network: Hashable {
        case v4(UInt32)
        /// The upper 64 bits of an IPv6 address.
        case v6(UInt64)
        case unknown
    }

    private let network: Network

    private init(_ network: Network) {
        self.network = network
    }

    /// The address of a program that calls use cases without a request, and of a peer whose address is unknown.
    public static let unknown = ClientAddress(.unknown)

    /// Makes an address from that of a socket. It is `unknown` unless the socket's address is IPv4 or IPv6.
    public init(_ address: UnsafePointer<sockaddr>) {
        // The family determines how long the structure is.
        switch Int32(address.pointee.sa_family) {
        case AF_INET: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: self.init(.unknown)
        }
    }

    /// Makes an address from an IPv4 address.
    public init(_ address: in_addr) {
        self.init(.v4(UInt32(bigEndian: address.s_addr)))
    }

    /// Makes an address from an IPv6 address. One that stands for an IPv4 address, such as `::ffff:203.0.113.7`, counts
    /// as that IPv4 address.
    public init(_ address: in6_addr) {
        let (upper, lower) = withUnsafeBytes(of: address) {
            (UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)), UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
        self.init(upper == 0 && lower >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: lower)) : .v6(upper))
    }

    /// Parses the text of an IPv4 or IPv6 address.
    ///
    /// - Parameter text: an address without a port. An IPv6 address may have a zone, which is ignored.
    /// - Returns: nil if the text isn't an address.
    public init?(_ text: some StringProtocol) {
        // Searches the bytes, because a combining mark after the sign would hide it from a search by characters.
        let bare = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
        guard bare.isStorable else { return nil }
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, bare, &v4) == 1 {
            self.init(v4)
        } else if inet_pton(AF_INET6, bare, &v6) == 1 {
            self.init(v6)
        } else {
            return nil
        }
    }

    /// The large network around the address, in which a person usually stays: a /16 of IPv4, a /32 of IPv6.
    var surroundings: String {
        switch network {
        case .v4(let address): "\(address >> 24).\(address >> 16 & 0xFF)"
        case .v6(let prefix): String(prefix >> 32, radix: 16)
        case .unknown: "unknown"
        }
    }

    /// The address as text for operators: an IPv4 address, or the /64 network of an IPv6 address.
    public var text: String {
        switch network {
        case .v4(let address): [24, 16, 8, 0].map { "\(address >> $0 & 0xFF)" }.joined(separator: ".")
        case .v6(let prefix): [48, 32, 16, 0].map { String(prefix >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        case .unknown: "unknown"
        }
    }

    /// A network whose clients throttles count together.
    struct Counted: Sendable {
        /// A name that identifies the network.
        let name: String
        /// The factor by which the limits of a single client are multiplied for the network.
        let times: Int
    }

    /// The networks that contain the address and are counted, smallest first.
    var networks: [Counted] {
        switch network {
        case .v4(let address): [Counted(name: "ipv4-\(address)", times: 1)]
        case .v6(let prefix): [Counted(name: "ipv6-\(prefix)", times: 1), Counted(name: "ipv6-48-\(prefix >> 16)", times: 4)]
        case .unknown: [Counted(name: "unknown", times: 1)]
        }
    }
}
