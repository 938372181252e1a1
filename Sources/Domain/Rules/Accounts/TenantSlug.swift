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

/// The host names of a tenant. An HTTP request that is sent to one of these names belongs to the tenant.
struct TenantHosts {
    /// The host names in lower case, without duplicates.
    let names: [String]

    /// Returns the form in which a host name is stored and looked up: in lower case, without a dot at its end.
    static func name(_ host: String) -> String {
        let name = host.lowercased()
        return name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
    }

    /// Checks host names or IP addresses, in any case and without ports.
    ///
    /// - Throws: `invalid`, naming `hosts`.
    init(_ hosts: [String]) throws {
        names = Set(hosts.map(Self.name)).sorted()
        guard names.allSatisfy({ $0.wholeMatch(of: /[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]/) != nil }) else {
            throw Problem.invalid("hosts", .malformed, "must be names or addresses without a port, as sofa.example.org")
        }
    }
}
