import DavenportAPI
import Foundation

extension DavenportClient {
    /// List your friends and the open requests in both directions.
    public var listFriends: Call<NoInput, FriendList> { Call(self, Endpoints.listFriends) }
    /// Send a friend request, or accept the other person's.
    public var befriend: Call<UserReference, Friendship> { Call(self, Endpoints.befriend) }
    /// End a friendship, or decline or withdraw a request.
    public var unfriend: Call<UserReference, NoContent> { Call(self, Endpoints.unfriend) }
}

extension Call where In == UserReference {
    /// Calls an endpoint with a member of the community.
    public func callAsFunction(userID: UUID) async throws -> Out { try await self(In(userID: userID)) }
}
