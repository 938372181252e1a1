import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The address of Apple's push service, and the certificates that a client trusts there.
struct APNsAddress {
    /// The error for an address or a file of certificates that can't be used.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let host: String
    let port: Int
    private let trust: NIOSSLContext

    /// Parses the address and loads the trusted certificates.
    /// - Parameters:
    ///   - url: `https://host` or `https://host:port`.
    ///   - caFile: a PEM file with the trusted certificates; nil for those of the system.
    /// - Throws: `Fault` if the address is malformed or the file has no usable certificates.
    init(url: String, caFile: String?) throws(Fault) {
        guard let parts = URLComponents(string: url), parts.scheme == "https", let host = parts.host, !host.isEmpty,
            parts.path.isEmpty || parts.path == "/"
        else { throw Fault(description: "“\(url)” isn't an address of the form https://host:port") }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        port = parts.port ?? 443
        do {
            trust = try NIOSSLContext(configuration: Self.configuration(caFile))
        } catch {
            throw Fault(description: "the certificates in \(caFile ?? "the system's folder") can't be read: \(error)")
        }
    }

    /// The host name and port as the HTTP/2 header `:authority` has them.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 443 ? name : "\(name):\(port)"
    }

    /// Resolves the host name again, opens a TLS connection, and adds the given channel handlers to it.
    func connect(
        on loop: any EventLoop, timeout: TimeAmount, handlers: @escaping @Sendable () -> [any ChannelHandler]
    ) -> EventLoopFuture<any Channel> {
        let isNumeric = (try? SocketAddress(ipAddress: host, port: port)) != nil
        return ClientBootstrap(group: loop)
            .connectTimeout(timeout)
            .channelInitializer { [trust, host] channel in
                channel.eventLoop.makeCompletedFuture {
                    // A numeric address is never sent as a server name. The certificate must then contain the address
                    // itself.
                    let tls = try NIOSSLClientHandler(context: trust, serverHostname: isNumeric ? nil : host)
                    try channel.pipeline.syncOperations.addHandler(tls)
                    try channel.pipeline.syncOperations.addHandlers(handlers())
                }
            }
            .connect(host: host, port: port)
    }

    private static func configuration(_ caFile: String?) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["h2"]
        configuration.minimumTLSVersion = .tlsv12
        if let caFile { configuration.trustRoots = .file(caFile) }
        return configuration
    }
}
