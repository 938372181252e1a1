import DavenportAPI

extension DavenportClient {
    /// Whom and what I would rather not read.
    public var showMutes: Call<NoInput, Mutes> { Call(self, Endpoints.showMutes) }
    /// Say whom and what I would rather not read: all of it.
    public var changeMutes: Call<Mutes, Mutes> { Call(self, Endpoints.changeMutes) }
}
