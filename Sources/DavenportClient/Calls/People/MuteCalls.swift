import DavenportAPI

extension DavenportClient {
    /// Retrieve the people and words that you mute.
    public var showMutes: Call<NoInput, Mutes> { Call(self, Endpoints.showMutes) }
    /// Replace the people and words that you mute.
    public var changeMutes: Call<Mutes, Mutes> { Call(self, Endpoints.changeMutes) }
}
