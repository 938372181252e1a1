import Domain
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// Finds the address of a request's client: the connection's address, or an entry of `X-Forwarded-For` if proxies stand
/// in front.
///
/// Each proxy appends the address from which it received the request. So with n trusted proxies, the client's address
/// is the n-th entry from the end. The client may have forged all entries before that one.
///
/// The header is split by bytes, because a comma together with a combining mark, a joiner or a prepended character is
/// one `Character`. A search by characters would miss such a comma.
final class ClientAddresses: Sendable {
    private let trustedProxies: Int
    private let logger: Logger
    private let hasWarned = Atomic(false)

    /// Creates a finder of addresses.
    /// - Parameter trustedProxies: the number of the operator's proxies through which every request comes. With 0, the
    ///   header `X-Forwarded-For` is ignored.
    init(trustedProxies: Int, logger: Logger) {
        self.trustedProxies = trustedProxies
        self.logger = logger
    }

    /// Returns the client's address. It is the connection's address if the header `X-Forwarded-For` has too few
    /// entries, or no valid address where the client's should be.
    func address(of headers: HTTPFields, peer: SocketAddress?) -> ClientAddress {
        forwarded(headers) ?? peer?.withSockAddr { address, _ in ClientAddress(address) } ?? .unknown
    }

    private func forwarded(_ headers: HTTPFields) -> ClientAddress? {
        guard headers.contains(.forwardedFor) else { return nil }
        guard trustedProxies > 0 else {
            warnOnce()
            return nil
        }
        let entries = headers[values: .forwardedFor].flatMap {
            $0.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        }
        guard entries.count >= trustedProxies else { return nil }
        let entry = entries[entries.count - trustedProxies].trimmingPrefix(while: Self.isSpace).prefix { !Self.isSpace($0) }
        return String(Self.withoutPort(entry)).flatMap(ClientAddress.init)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Removes the port that some proxies append to an address: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
    private static func withoutPort(_ entry: Substring.UTF8View) -> Substring.UTF8View {
        if entry.first == UInt8(ascii: "[") { return entry.dropFirst().prefix { $0 != UInt8(ascii: "]") } }
        let colon = UInt8(ascii: ":")
        return entry.count { $0 == colon } == 1 ? entry.prefix { $0 != colon } : entry
    }

    private func warnOnce() {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            """
            A request came with X-Forwarded-For, but TRUSTED_PROXIES is 0, so it is ignored. If a proxy stands in front, all clients seem \
            to come from its address and share its rate limits: set TRUSTED_PROXIES to the number of proxies.
            """)
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!  // A constant that is a valid name.
}
