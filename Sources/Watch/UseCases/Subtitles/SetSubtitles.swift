import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Sets a room's subtitles in one language to those of a file.
    public func setSubtitles(_ caller: Caller, _ input: NewSubtitles) async throws -> SubtitleTrack {
        // Looked up first, so that nobody learns anything about a room by its errors, and no transaction waits for the parser.
        let subject = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await SubtitleRepository(transaction).subject(of: input.roomID, for: caller.userID)
        }
        guard subject != nil else { throw Problem(.notFound) }
        let track = SubtitleReference(roomID: input.roomID, language: input.language)
        return try await StoreSubtitles(database)(try await Self.cues(in: input.content), track, by: caller)
    }

    private static func cues(in file: [UInt8]) async throws -> [Cue] {
        guard !file.isEmpty else { throw Problem.invalid("content", .tooShort, "must have at least one byte") }
        do throws(SubtitleFault) { return try await SubtitleParser.cuesYielding(in: file) } catch {
            throw Problem.invalid("content", .malformed, "can't be read: line \(error.line) \(error.reason)")
        }
    }
}

/// Stores a track that was uploaded or fetched, and counts it against the caller's rate limit.
struct StoreSubtitles {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func callAsFunction(_ cues: [Cue], _ track: SubtitleReference, by caller: Caller) async throws -> SubtitleTrack {
        try await database.transaction(for: caller) { transaction in
            let subtitles = SubtitleRepository(transaction)
            guard try await subtitles.lock(track.roomID, for: caller.userID) != nil else { throw Problem(.notFound) }
            try await SpendAllowance(transaction: transaction)(.subtitles, of: caller.userID)
            guard try await subtitles.set(cues, track, by: caller.userID) else { throw Problem(.limitReached) }
            guard let me = try await subtitles.setter(caller.userID) else { throw Problem(.unauthenticated) }
            return SubtitleTrack(language: track.language, cueCount: cues.count, by: me, at: transaction.now)
        }
    }
}
