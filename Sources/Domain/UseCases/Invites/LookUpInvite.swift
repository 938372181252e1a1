import DavenportAPI
import Secrets

/// Tells who holds a code what it leads to.
public struct LookUpInvite: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ visitor: Visitor, _ input: InviteCodeQuery) async throws -> InvitePreview {
        guard let code = InviteCode(input.code) else { throw DomainError.inviteInvalid }
        let found = try await database.roundTrip(in: visitor.tenant.id) { try await InviteRepository($0).find(code) }
        let invite = try found.required(in: visitor.tenant)
        return InvitePreview(
            tenant: .init(name: visitor.tenant.name, slug: visitor.tenant.slug), inviter: invite.maker, role: invite.role,
            expiresAt: invite.expiresAt)
    }
}
