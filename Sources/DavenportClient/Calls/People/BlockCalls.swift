import DavenportAPI

extension DavenportClient {
    /// Whom I block.
    public var listBlocks: Call<NoInput, Items<UserStub>> { Call(self, Endpoints.listBlocks) }
    /// Have nothing to do with somebody; ends friendship and requests.
    public var block: Call<UserReference, NoContent> { Call(self, Endpoints.block) }
    /// Stop blocking somebody, which restores nothing.
    public var unblock: Call<UserReference, NoContent> { Call(self, Endpoints.unblock) }
}
