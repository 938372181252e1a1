import HTTPTypes

/// The security headers of the web client's page.
enum WebPolicy {
    /// Returns the headers of the web client's page. They allow the page to show pictures from this server and from one
    /// other origin.
    /// - Parameters:
    ///   - pictures: the origin of the catalogue's pictures; nil if there are none.
    ///   - isWorker: whether the headers are the service worker's, which keeps such pictures and so fetches them itself.
    static func headers(pictures: String?, isWorker: Bool = false) -> HTTPFields {
        [
            .contentSecurityPolicy: contentSecurityPolicy(pictures: pictures, isWorker),
            .referrerPolicy: "no-referrer",
            .crossOriginOpenerPolicy: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            .robotsTag: "noindex",
        ]
    }

    /// Returns the `Content-Security-Policy` of the web client's page. It allows only scripts and styles of this
    /// server, and lets the page send nothing to other servers. The service worker is served with a policy too, because a
    /// worker obeys the policy of its own script.
    private static func contentSecurityPolicy(pictures: String?, _ isWorker: Bool) -> String {
        let host = pictures.map { " " + $0 } ?? ""
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:" + host, "media-src 'self'",
            "connect-src 'self'" + (isWorker ? host : ""), "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'",
            "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types davenport",
        ].joined(separator: "; ")
    }
}

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!  // A constant that is a valid name.
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!  // A constant that is a valid name.
    static let contentDigest = Self("Content-Digest")!  // A constant that is a valid name.
    static let robotsTag = Self("X-Robots-Tag")!  // A constant that is a valid name.
}
