import DavenportAPI

/// What a tenant is called in headers and commands (rule 1.1). PostgreSQL holds the same (`tenants`), and a test compares the two.
package struct TenantSlug {
    package static let length = 2...40

    let text: String

    /// A slug that somebody typed, as it is looked up: slugs compare without regard to case.
    static func compared(_ slug: String) -> String { slug.lowercased() }

    /// - Throws: `invalid` naming `slug`.
    init(_ slug: String) throws {
        guard Self.length.contains(slug.utf8.count), slug.wholeMatch(of: /[a-z0-9][a-z0-9-]*/) != nil else {
            throw Problem.invalid(
                "slug", .malformed,
                "must be \(Self.length.words) of a-z, 0-9 and -, and not begin with -")
        }
        text = slug
    }
}

/// Whose requests are a tenant's.
struct TenantHosts {
    /// In lower case, each once.
    let names: [String]

    /// A host as it is stored and looked up: in lower case, without the root's dot at the end.
    static func name(_ host: String) -> String {
        let name = host.lowercased()
        return name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
    }

    /// Takes names and addresses in any case, without ports.
    /// - Throws: `invalid` naming `hosts`.
    init(_ hosts: [String]) throws {
        names = Set(hosts.map(Self.name)).sorted()
        guard names.allSatisfy({ $0.wholeMatch(of: /[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]/) != nil }) else {
            throw Problem.invalid("hosts", .malformed, "must be names or addresses without a port, as sofa.example.org")
        }
    }
}
