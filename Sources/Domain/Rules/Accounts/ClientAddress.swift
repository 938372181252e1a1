import Foundation

/// Where a request comes from, as far as throttles tell clients apart: an IPv4 address, or the /64 of an IPv6 address, since whoever has
/// one of those has all of its addresses. Many providers give a /48 to whoever asks, so that is counted too, less strictly.
public struct ClientAddress: Sendable, Hashable {
    private enum Network: Hashable {
        case v4(UInt32)
        /// The first half of the address.
        case v6(UInt64)
        case unknown
    }

    private let network: Network

    private init(_ network: Network) {
        self.network = network
    }

    /// For programs that call use cases without a request, and for peers without an address.
    public static let unknown = ClientAddress(.unknown)

    /// The address of a socket; `unknown` for one that is none of the internet's.
    public init(_ address: UnsafePointer<sockaddr>) {
        // The kind says how much of the structure is there.
        switch Int32(address.pointee.sa_family) {
        case AF_INET: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: self.init(.unknown)
        }
    }

    /// An IPv4 address.
    public init(_ address: in_addr) {
        self.init(.v4(UInt32(bigEndian: address.s_addr)))
    }

    /// An IPv4 address that comes as an IPv6 one (`::ffff:203.0.113.7`) counts as what it is.
    public init(_ address: in6_addr) {
        let (upper, lower) = withUnsafeBytes(of: address) {
            (UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)), UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
        self.init(upper == 0 && lower >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: lower)) : .v6(upper))
    }

    /// - Parameter text: an address of either kind without a port; an IPv6 address may have a zone.
    /// - Returns: nil for everything else.
    public init?(_ text: some StringProtocol) {
        // By bytes: a combining mark behind the sign would hide it from a search by characters.
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

    /// As an operator reads it: an IPv4 address, or an IPv6 network.
    public var text: String {
        switch network {
        case .v4(let address): [24, 16, 8, 0].map { "\(address >> $0 & 0xFF)" }.joined(separator: ".")
        case .v6(let prefix): [48, 32, 16, 0].map { String(prefix >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        case .unknown: "unknown"
        }
    }

    /// A network that is counted as one client.
    struct Counted: Sendable {
        /// Different for every two networks.
        let name: String
        /// How many times the limit of one client it has.
        let times: Int
    }

    /// The networks that the address lies in, the smallest first.
    var networks: [Counted] {
        switch network {
        case .v4(let address): [Counted(name: "ipv4-\(address)", times: 1)]
        case .v6(let prefix): [Counted(name: "ipv6-\(prefix)", times: 1), Counted(name: "ipv6-48-\(prefix >> 16)", times: 4)]
        case .unknown: [Counted(name: "unknown", times: 1)]
        }
    }
}
