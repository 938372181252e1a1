import Foundation

/// The limits of a room's subtitles (rules 17.19 to 17.21).
public enum SubtitleLimits {
    /// The number of languages in which a room can have subtitles.
    public static let languages = 20
    /// The number of cues that one answer has at most.
    public static let cues = 200
    /// The media types of files of subtitles. The server finds out the type from the bytes and ignores the request's
    /// `Content-Type`.
    public static let mediaTypes = ["application/x-subrip", "text/vtt"]
    /// The times of cues in milliseconds.
    public static let times = 0...SubtitleParser.end
}

/// One text of a track of subtitles, with the time for which it is shown.
public struct Cue: Codable, Sendable, Equatable {
    /// When the text appears, in milliseconds from the start of the show or movie.
    public let start: Int
    /// When the text disappears, in milliseconds from the start of the show or movie.
    public let end: Int
    /// The text without markup: 1 to 500 characters, with newlines.
    public let text: String

    public init(start: Int, end: Int, text: String) {
        (self.start, self.end, self.text) = (start, end, text)
    }
}

/// The cues of a part of a track, by the time at which they start.
public struct CueList: Codable, Sendable, Equatable {
    public let items: [Cue]

    public init(items: [Cue]) {
        self.items = items
    }
}

/// A track of subtitles that the caller has just set.
public struct SubtitleTrack: Codable, Sendable, Equatable {
    /// The language as a BCP 47 tag, such as `pt-BR`.
    public let language: String
    public let cueCount: Int
    /// The member who set the track.
    public let by: UserStub
    public let at: Date

    public init(language: String, cueCount: Int, by: UserStub, at: Date) {
        (self.language, self.cueCount, self.by, self.at) = (language, cueCount, by, at)
    }
}

/// A file of subtitles for a room, in place of the room's track in the same language.
public struct NewSubtitles: BytesInput {
    public let roomID: UUID
    /// The language as a BCP 47 tag, such as `pt-BR`.
    public let language: String
    /// The bytes of a SubRip or WebVTT file, at most 1 MiB.
    public let content: [UInt8]

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, language: String, content: [UInt8]) {
        (self.roomID, self.language, self.content) = (roomID, language, content)
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        language = fields.required("language", .language)
        content = fields.content
    }

    private enum CodingKeys: CodingKey {
        case roomID, language
    }

    /// Encodes the fields without the file, which is the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(roomID, forKey: .roomID)
        try container.encode(language, forKey: .language)
    }
}

/// A track of a room.
public struct SubtitleReference: Input, Equatable {
    public let roomID: UUID
    /// The language as a BCP 47 tag, such as `pt-BR`.
    public let language: String

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, language: String) {
        (self.roomID, self.language) = (roomID, language)
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        language = fields.required("language", .language)
    }
}

/// A part of a track of a room.
public struct CueQuery: Input, Equatable {
    public let roomID: UUID
    /// The language as a BCP 47 tag, such as `pt-BR`.
    public let language: String
    /// The time in milliseconds at which the part begins. A cue that is still shown at this time is returned too.
    public let from: Int
    /// The time in milliseconds before which the part ends. A cue that starts at this time isn't returned.
    public let to: Int

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, language: String, from: Int = 0, to: Int = SubtitleLimits.times.upperBound) {
        (self.roomID, self.language, self.from, self.to) = (roomID, language, from, to)
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        language = fields.required("language", .language)
        from = fields.optional("from", .integer(SubtitleLimits.times), default: 0)
        to = fields.optional("to", .integer(SubtitleLimits.times), default: SubtitleLimits.times.upperBound)
    }
}

extension FieldType<String> {
    /// A BCP 47 tag with at most four parts after the language, in its usual case: `pt-br` becomes `pt-BR`, and `zh-hant`
    /// becomes `zh-Hant`.
    package static var language: Self {
        let schema: @Sendable () -> JSONValue = {
            ["type": "string", "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$"]
        }
        return string.map("en", schema: schema) { text throws(FieldReason) in
            guard text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}/) != nil else {
                throw FieldReason(.malformed, "must be a language tag such as en or pt-BR")
            }
            let parts = text.lowercased().split(separator: "-")
            let others = parts.dropFirst().map { part in
                part.utf8.count == 2 ? part.uppercased() : part.utf8.count == 4 ? part.capitalized : String(part)
            }
            return ([String(parts[0])] + others).joined(separator: "-")
        }
    }
}

extension Endpoints {
    static let subtitles: [any EndpointDeclaration] = [setSubtitles, fetchSubtitles, listCues, deleteSubtitles]

    public static let setSubtitles = Endpoint<NewSubtitles, SubtitleTrack>(
        "setSubtitles", .put, "/rooms/{roomID}/subtitles", .user, feature: .watch,
        body: .bytes(of: SubtitleLimits.mediaTypes, upTo: SubtitleParser.fileSize), errors: [.limitReached, .tooManyRequests],
        summary: "Set a room's subtitles in one language: SubRip or WebVTT.",
        details: """
            The text is UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Of a file that can't be read, the error names the \
            first line that is wrong.
            """)
    public static let fetchSubtitles = Endpoint<SubtitleReference, SubtitleTrack>(
        "fetchSubtitles", .post, "/rooms/{roomID}/subtitles/fetch", .user, feature: .watch, errors: [.limitReached, .tooManyRequests],
        summary: "Set a room's subtitles in one language to those that OpenSubtitles.com has.",
        details: """
            It takes those with most downloads that no machine has translated. It is 404 if there are none, and 503 if the server has \
            no key for OpenSubtitles.com or its quota of downloads is used up. `Retry-After` then says when there may be more.
            """)
    public static let listCues = Endpoint<CueQuery, CueList>(
        "listCues", .get, "/rooms/{roomID}/subtitles", .user, feature: .watch,
        summary: "List the cues of a part of a room's subtitles, at most 200.")
    public static let deleteSubtitles = Endpoint<SubtitleReference, NoContent>(
        "deleteSubtitles", .delete, "/rooms/{roomID}/subtitles", .user, feature: .watch, success: 204, errors: [.forbidden],
        summary: "Delete a room's subtitles in one language. The member who set them and the host may.")
}
