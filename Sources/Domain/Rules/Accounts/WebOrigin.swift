/// The address of the web client for the communities that have no host of their own, such as `https://sofa.example.org`.
public struct WebOrigin: Sendable, Equatable {
    /// The scheme and the host, and the port unless it is the usual one; without a slash at the end.
    public let text: String

    /// - Parameter text: an origin, which the configuration has checked.
    public init(_ text: String) { self.text = text }
}

extension UseCases {
    /// Returns the address of the web client's page for a secret code; nil if the community has no address.
    ///
    /// The request's own host is never part of it: anybody can send any host.
    /// - Parameters:
    ///   - page: the path of the page, which begins with a slash.
    ///   - host: the community's host; nil if it has none.
    func webAddress(_ page: String, code: String, host: String?, in tenant: Tenant) -> String? {
        webAddress(page, host: host).map { $0 + (host == nil ? "#\(tenant.slug)/\(code)" : "#\(code)") }
    }

    /// Returns the address of a page of the web client; nil if the community has none.
    func webAddress(_ page: String, host: String?) -> String? {
        if let host { return "https://\(host)\(page)" }
        return services[WebOrigin.self].map { $0.text + page }
    }
}
