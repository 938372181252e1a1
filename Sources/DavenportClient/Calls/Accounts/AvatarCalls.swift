import DavenportAPI

extension DavenportClient {
    /// Show a picture of me: PNG, JPEG or WebP.
    public var setAvatar: Call<NewAvatar, Me> { Call(self, Endpoints.setAvatar) }
    /// Show no picture of me.
    public var deleteAvatar: Call<NoInput, NoContent> { Call(self, Endpoints.deleteAvatar) }
    /// The picture of somebody.
    public var showAvatar: Call<UserReference, Media> { Call(self, Endpoints.showAvatar) }
}
