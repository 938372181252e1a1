import DavenportAPI
import Domain
import Programs

/// The community that `davenport setup` makes, with the invite of its owner.
struct FirstCommunity {
    let domain: String
    let slug: String
    let name: String
    let invite: NewInvite

    /// Checks what the options say before anything is made.
    /// - Throws: `Failure`.
    init(domain: String, slug: String?, name: String?, owner: String) throws {
        let first = domain.lowercased().prefix { $0 != "." }
        self.slug = slug ?? String(first)
        self.name = name ?? self.slug.prefix(1).uppercased() + self.slug.dropFirst()
        do { self.domain = try UseCases.checkTenant(slug: self.slug, name: self.name, host: domain) } catch {
            throw Failure(sentence(for: error).replacing("--hosts", with: "--domain"))
        }
        var fields = Fields(path: [:], query: ["role": Role.owner.rawValue, "note": owner], body: nil)
        invite = NewInvite(&fields)
        guard fields.faults.isEmpty else {
            throw Failure(sentence(for: Problem.invalid(fields.faults)).replacing("--note", with: "--owner"))
        }
    }

    /// The page at which somebody with a code signs up.
    func link(_ code: String) -> String { "https://\(domain)/join/\(code)" }
}
