import DavenportAPI
import Foundation

extension DavenportClient {
    /// My friends, and open requests both ways.
    public var listFriends: Call<NoInput, FriendList> { Call(self, Endpoints.listFriends) }
    /// Ask for friendship, or accept it where the other asked.
    public var befriend: Call<UserReference, Friendship> { Call(self, Endpoints.befriend) }
    /// End a friendship, decline or take back a request.
    public var unfriend: Call<UserReference, NoContent> { Call(self, Endpoints.unfriend) }
}

extension Call where In == UserReference {
    /// Calls an endpoint about a person of the community.
    public func callAsFunction(userID: UUID) async throws -> Out { try await self(In(userID: userID)) }
}
