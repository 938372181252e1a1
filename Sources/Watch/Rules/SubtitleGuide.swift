import DavenportAPI
import Domain

/// The function of a provider of subtitles that the watch area needs. A program with a provider registers a guide. Without
/// one, people upload files.
public struct SubtitleGuide: Sendable {
    /// Looks up the subtitles of an episode or a movie in a language; nil if the provider has none.
    /// - Throws: `unavailable` if the provider can't answer; `tooManyRequests` if the user or the tenant has reached a
    ///   limit.
    let cues: @Sendable (MediaGuide.Thing, _ language: String, Caller) async throws -> [Cue]?

    public init(cues: @escaping @Sendable (MediaGuide.Thing, _ language: String, Caller) async throws -> [Cue]?) {
        self.cues = cues
    }
}
