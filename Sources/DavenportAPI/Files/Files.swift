import Foundation

/// The limits of files that people upload (rules 11.61 and 28.2).
public enum FileLimits {
    /// The maximum size of a file in bytes.
    public static let size = 20 * 1024 * 1024
    /// The maximum size of a picture as it is uploaded, in bytes.
    public static let pictureSize = 8 * 1024 * 1024
    /// The maximum number of characters of a picture's alternative text.
    public static let alternative = 500
    /// The maximum width and height of a picture for lists, in pixels.
    public static let thumbnailSide = 400
    /// The media types of pictures.
    public static let pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"]

    /// The media types that the server recognises. It determines a file's type from the leading bytes. For formats
    /// packed as ZIP it uses the request's `Content-Type`.
    package static let mediaTypes =
        [
            "application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp", "image/heic", "audio/mpeg", "audio/mp4", "video/mp4",
            "video/quicktime", "audio/wav", "audio/ogg", "application/zip",
        ] + packedTypes + ["text/plain", "application/octet-stream"]

    /// The media types of formats packed as ZIP. The server can tell them apart only by the request's `Content-Type`.
    package static let packedTypes = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/vnd.oasis.opendocument.text",
    ]
}

/// What a file is for.
public struct FileKind: OpenEnumeration {
    /// A file of any type, which is kept as it is.
    public static let file = Self(keeping: "file")
    /// A picture to show. The server keeps it without metadata, and in a size for lists too.
    public static let picture = Self(keeping: "picture")

    public static let allCases = [file, picture]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A file that somebody uploaded, whether or not anything uses it yet.
public struct File: Codable, Sendable, Equatable {
    public let id: UUID
    public let name: String
    /// The size in bytes. That of a picture is its size without metadata.
    public let size: Int
    /// The media type that the server determined. A download of the file has it as `Content-Type`.
    public let type: String
    /// The SHA-256 of the bytes, in lower-case hexadecimal.
    public let sha256: String
    public let createdAt: Date
    /// The width and height of a picture in pixels; nil for another file.
    public let width, height: Int?

    public init(
        id: UUID, name: String, size: Int, type: String, sha256: String, createdAt: Date, width: Int? = nil, height: Int? = nil
    ) {
        (self.id, self.name, self.size, self.type, self.sha256, self.createdAt) = (id, name, size, type, sha256, createdAt)
        (self.width, self.height) = (width, height)
    }
}

/// A file to upload.
public struct NewFile: StreamInput {
    /// A UUID that the client chooses, so that a retry creates nothing twice.
    public let fileID: UUID
    /// The file's name: 1 to 200 visible characters, without `/` and `\`, and not only dots.
    public let name: String
    /// What the file is for.
    public let kind: FileKind
    /// The file's bytes: 1 byte to 20 MiB, of a picture to 8 MiB.
    public let content: ByteStream

    /// Creates the input without checking it; the server enforces the limits.
    public init(fileID: UUID, name: String, kind: FileKind = .file, content: ByteStream) {
        (self.fileID, self.name, self.kind, self.content) = (fileID, name, kind, content)
    }

    public init(_ fields: inout Fields) {
        fileID = fields.required("fileID", .uuid)
        name = fields.required("name", .fileName)
        kind = fields.optional("kind", .oneOf(FileKind.self, placeholder: .file), default: .file)
        content = fields.stream
    }

    private enum CodingKeys: CodingKey {
        case fileID, name, kind
    }

    /// Encodes the fields without the file's bytes. The bytes are sent as the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fileID, forKey: .fileID)
        try container.encode(name, forKey: .name)
        // Older servers know no kinds.
        if kind != .file { try container.encode(kind, forKey: .kind) }
    }
}

/// A reference to a file.
public struct FileReference: Input {
    public let fileID: UUID

    public init(fileID: UUID) {
        self.fileID = fileID
    }

    public init(_ fields: inout Fields) {
        fileID = fields.required("fileID", .uuid)
    }
}

extension FieldType<String> {
    /// A file's name: 1 to 200 visible characters, without slashes and backslashes, and not only dots.
    package static var fileName: Self {
        let length = 1...200
        let schema: @Sendable () -> JSONValue = {
            .trimmed(length, also: TextPattern.visibleBesideJoiners, TextPattern.noSlashes, TextPattern.notDotsAlone)
        }
        return text(length).map("", schema: schema) { name throws(FieldReason) in
            guard !name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" }) else {
                throw FieldReason(.notAllowed, "must not contain / or \\")
            }
            guard !name.unicodeScalars.allSatisfy({ $0 == "." || $0.properties.isWhitespace }) else {
                throw FieldReason(.notAllowed, "must not be of dots alone")
            }
            try name.refuseInvisibleCharactersBesideJoiners()
            return name
        }
    }
}

extension Endpoints {
    static let files: [any EndpointDeclaration] = [createFile, showFile, showThumbnail, deleteFile]

    public static let createFile = Endpoint<NewFile, Created<File>>(
        "createFile", .put, "/files/{fileID}", .user, body: .stream(upTo: FileLimits.size), success: 201,
        errors: [.featureOff, .idTaken, .limitReached, .storageFull, .tooManyRequests, .unavailable],
        summary: "Upload a file or a picture, which something can use then.",
        details: """
            The body is the file. It is deleted after 24 hours unless something uses it. A retry with the same name and bytes returns the \
            existing file, with status 200. A picture is a PNG, JPEG, WebP or GIF of at most 8 MiB. The server keeps it upright and \
            without metadata, so its size and digest are others than those of the body.
            """)
    public static let showFile = Endpoint<FileReference, Download>(
        "showFile", .get, "/files/{fileID}", .user, answering: FileLimits.mediaTypes, errors: [.featureOff],
        summary: "Download a file, whole or a range of bytes.",
        details: """
            Only its uploader may download an unused file. Whoever may see what uses a file may download it. A request for several ranges \
            returns the whole file.
            """)
    public static let showThumbnail = Endpoint<FileReference, Media>(
        "showThumbnail", .get, "/files/{fileID}/thumbnail", .user, answering: ["image/webp"], errors: [.featureOff],
        summary: "Download a picture in a size for lists: a still of at most 400 by 400 pixels.")
    public static let deleteFile = Endpoint<FileReference, NoContent>(
        "deleteFile", .delete, "/files/{fileID}", .user, success: 204, errors: [.featureOff],
        summary: "Delete one of your files that nothing uses.")
}
