import DavenportAPI

extension DavenportClient {
    /// List the people you block.
    public var listBlocks: Call<NoInput, Items<UserStub>> { Call(self, Endpoints.listBlocks) }
    /// Block a person. This ends a friendship and deletes friend requests.
    public var block: Call<UserReference, NoContent> { Call(self, Endpoints.block) }
    /// Unblock a person. This restores neither a friendship nor a request.
    public var unblock: Call<UserReference, NoContent> { Call(self, Endpoints.unblock) }
}
