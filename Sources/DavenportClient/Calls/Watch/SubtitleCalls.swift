import DavenportAPI
import Foundation

extension DavenportClient {
    /// Set a room's subtitles in one language: SubRip or WebVTT.
    public var setSubtitles: Call<NewSubtitles, SubtitleTrack> { Call(self, Endpoints.setSubtitles) }
    /// Set a room's subtitles in one language to those that OpenSubtitles.com has.
    public var fetchSubtitles: Call<SubtitleReference, SubtitleTrack> { Call(self, Endpoints.fetchSubtitles) }
    /// List the cues of a part of a room's subtitles, at most 200.
    public var listCues: Call<CueQuery, CueList> { Call(self, Endpoints.listCues) }
    /// Delete a room's subtitles in one language. The member who set them and the host may.
    public var deleteSubtitles: Call<SubtitleReference, NoContent> { Call(self, Endpoints.deleteSubtitles) }
}

extension Call where In == SubtitleReference {
    /// Calls an endpoint with a room's subtitles in one language.
    public func callAsFunction(roomID: UUID, language: String) async throws -> Out {
        try await self(In(roomID: roomID, language: language))
    }
}
