import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Finds the mentions in the text of a comment. A text without `@` costs no query.
    /// - Returns: none if the caller is no member of the room.
    func findMentions(in content: String, roomID: UUID, for caller: Caller) async throws -> [Mention] {
        guard MentionFinder.mayMention(content), let names = try await mentionNames(in: roomID, for: caller) else { return [] }
        return MentionFinder(members: names.members, cast: names.cast).mentions(in: content)
    }

    /// Returns the members' usernames and the stored cast; nil if the caller is no member of the room.
    func mentionNames(in roomID: UUID, for caller: Caller) async throws -> (members: [UUID: String], cast: [CastMember])? {
        let names = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MentionRepository(transaction).names(in: roomID, for: caller.userID)
        }
        guard let names else { return nil }
        guard let guide, let episode = names.episode else { return (names.members, []) }
        return (names.members, await guide.cast(episode))
    }
}
