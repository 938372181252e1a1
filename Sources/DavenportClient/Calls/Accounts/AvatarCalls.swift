import DavenportAPI

extension DavenportClient {
    /// Set your picture: PNG, JPEG or WebP.
    public var setAvatar: Call<NewAvatar, Me> { Call(self, Endpoints.setAvatar) }
    /// Delete your picture.
    public var deleteAvatar: Call<NoInput, NoContent> { Call(self, Endpoints.deleteAvatar) }
    /// Retrieve a person's picture.
    public var showAvatar: Call<UserReference, Media> { Call(self, Endpoints.showAvatar) }
}
