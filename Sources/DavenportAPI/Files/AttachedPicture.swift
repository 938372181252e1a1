import Foundation

/// A picture that something uses. Its bytes are the file with its id: see `Endpoints.showFile` and `Endpoints.showThumbnail`.
public struct AttachedPicture: Codable, Sendable, Equatable, Identifiable {
    /// The id of the file.
    public let id: UUID
    /// The media type: PNG, JPEG, WebP or GIF. Only a GIF may move.
    public let type: String
    /// The size in bytes.
    public let size: Int
    /// The width and height in pixels.
    public let width, height: Int
    /// What the picture shows, in 1 to 500 characters; nil if the author said nothing.
    public let alternative: String?

    public init(id: UUID, type: String, size: Int, width: Int, height: Int, alternative: String? = nil) {
        (self.id, self.type, self.size, self.width, self.height) = (id, type, size, width, height)
        self.alternative = alternative
    }
}

/// An uploaded picture that something is to use.
public struct NewPicture: Input, Codable, Equatable {
    /// The uploaded picture: a file of the kind `picture`.
    public let fileID: UUID
    /// What the picture shows, for those who can't see it: 1 to 500 characters after trimming; nil for nothing.
    public let alternative: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(fileID: UUID, alternative: String? = nil) {
        (self.fileID, self.alternative) = (fileID, alternative)
    }

    public init(_ fields: inout Fields) {
        fileID = fields.required("fileID", .uuid)
        alternative = fields.optional("alternative", .alternativeText)
    }
}

extension FieldType<String> {
    /// The alternative text of a picture: 1 to 500 characters, with newlines (rule 28.5).
    package static var alternativeText: Self { text(1...FileLimits.alternative, lines: true) }
}

extension [NewPicture] {
    /// The ids of the pictures, in their order.
    package var fileIDs: [UUID] { map(\.fileID) }
}
