import DavenportAPI

/// The short name of a tenant in headers and commands (rule 1.1). PostgreSQL enforces the rules for slugs in the table
/// `tenants` as well, and a test compares the two implementations.
package struct TenantSlug {
    package static let length = 2...40

    let text: String

    /// Returns the form in which a typed slug is looked up. Case doesn't matter.
    static func compared(_ slug: String) -> String { slug.lowercased() }

    /// Checks a slug for a tenant.
    ///
    /// - Throws: `invalid`, naming `slug`.
    init(_ slug: String) throws {
        guard Self.length.contains(slug.utf8.count), slug.wholeMatch(of: /[a-z0-9][a-z0-9-]*/) != nil else {
            throw Problem.invalid(
                "slug", .malformed,
                "must be \(Self.length.words) of a-z, 0-9 and -, and not begin with -")
        }
        text = slug
    }
}

extension TenantSlug {
    /// Slugs that are refused if a tenant is created by the API. They are usual names of a service's hosts and pages, or could pass for
    /// the deployment's operators. Hyphens don't matter.
    static let reserved: Set = [
        "about", "abuse", "account", "accounts", "admin", "administrator", "api", "app", "apps", "assets", "auth", "autoconfig",
        "autodiscover", "billing", "blog", "cdn", "community", "contact", "dashboard", "davenport", "demo", "dev", "dns", "docs",
        "download", "downloads", "email", "files", "forum", "ftp", "health", "help", "home", "host", "hostmaster", "images", "imap", "img",
        "info", "internal", "invite", "join", "legal", "localhost", "login", "logout", "mail", "media", "metrics", "mx", "news", "none",
        "ns", "ns1", "ns2", "null", "official", "openapi", "operator", "owner", "pay", "payment", "pop", "postmaster", "press", "privacy",
        "public", "register", "root", "sales", "secure", "security", "server", "shop", "signin", "signup", "smtp", "staff", "staging",
        "static", "status", "store", "support", "system", "team", "tenant", "tenants", "terms", "test", "tos", "undefined", "upload", "v1",
        "web", "webmail", "webmaster", "wiki", "www",
    ]

    /// Refuses a slug for a tenant that somebody creates by the API: a reserved one, and one that can't be part of a host's name or
    /// that a browser would show as other letters (`xn--…`).
    ///
    /// - Throws: `invalid`, naming `slug`.
    func refuseForStrangers() throws {
        guard !text.hasSuffix("-"), !text.contains("--") else {
            throw Problem.invalid("slug", .notAllowed, "must not end with - or have two of them in a row")
        }
        guard !Self.reserved.contains(text.replacing("-", with: "")) else { throw Problem.invalid("slug", .notAllowed, "is reserved") }
    }
}

/// The host names of a tenant. An HTTP request that is sent to one of these names belongs to the tenant.
struct TenantHosts {
    /// The host names in lower case, without duplicates.
    let names: [String]

    /// Returns the form in which a host name is stored and looked up: in lower case, without a dot at its end.
    static func name(_ host: String) -> String {
        let name = host.lowercased()
        return name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
    }

    /// Checks host names or IP addresses without ports. Case doesn't matter.
    ///
    /// - Throws: `invalid`, naming `hosts`.
    init(_ hosts: [String]) throws {
        names = Set(hosts.map(Self.name)).sorted()
        guard names.allSatisfy({ $0.wholeMatch(of: /[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]/) != nil }) else {
            throw Problem.invalid("hosts", .malformed, "must be names or addresses without a port, as sofa.example.org")
        }
    }
}
