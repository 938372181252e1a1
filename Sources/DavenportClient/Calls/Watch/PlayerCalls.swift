import DavenportAPI

extension DavenportClient {
    /// Receive an event of a key owner's player: Plex, Jellyfin or Emby.
    public var takePlayerEvent: Call<PlayerEvent, NoContent> { Call(self, Endpoints.takePlayerEvent) }
}
