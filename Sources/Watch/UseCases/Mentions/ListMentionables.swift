import DavenportAPI
import Domain

extension UseCases {
    /// Suggests the members of a room and the cast of its episode to mention in a comment.
    public func listMentionables(_ caller: Caller, _ input: MentionableQuery) async throws -> Items<Mentionable> {
        guard let names = try await mentionNames(in: input.roomID, for: caller) else { throw Problem(.notFound) }
        let members = names.members.filter { $0.key != caller.userID }.map { (id: $0.key, name: $0.value) }
        return Items(
            .suggestions(for: input.prefix, members: members.sorted { $0.name.folded < $1.name.folded }, cast: names.cast))
    }
}
