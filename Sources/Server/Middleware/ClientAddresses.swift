import Domain
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// Finds out where requests come from: from the connection, or from `X-Forwarded-For` where proxies stand in front.
///
/// Each proxy adds the address that it was called from at the end. So with exactly so many proxies of ours, the client is the entry that
/// many from the end; everything before it the client may have made up. It is cut by bytes: a combining mark, a joiner or a prepended
/// character before a proxy's comma would make one character with it, and hide it from a search by characters.
final class ClientAddresses: Sendable {
    private let trustedProxies: Int
    private let logger: Logger
    private let hasWarned = Atomic(false)

    /// - Parameter trustedProxies: how many proxies every request has passed; with 0 the header is ignored.
    init(trustedProxies: Int, logger: Logger) {
        self.trustedProxies = trustedProxies
        self.logger = logger
    }

    /// The connection's own address counts where the header has fewer entries than there are proxies, or none that can be read.
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

    /// Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
    private static func withoutPort(_ entry: Substring.UTF8View) -> Substring.UTF8View {
        if entry.first == UInt8(ascii: "[") { return entry.dropFirst().prefix { $0 != UInt8(ascii: "]") } }
        let colon = UInt8(ascii: ":")
        return entry.count { $0 == colon } == 1 ? entry.prefix { $0 != colon } : entry
    }

    private func warnOnce() {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            """
            A request came with X-Forwarded-For, but TRUSTED_PROXIES is 0, so it is ignored. If a proxy stands in front, everybody seems \
            to come from its address and shares its throttles: set TRUSTED_PROXIES to the number of proxies.
            """)
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!  // A constant that is a valid name.
}
