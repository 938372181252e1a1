import Foundation

/// The limits of files that people attach to tasks and entries (rule 11.61).
public enum FileLimits {
    /// The maximum size of a file in bytes.
    public static let size = 20 * 1024 * 1024
    /// The maximum number of files that one task or one entry can have.
    public static let perThing = 10

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

/// A file that somebody uploaded, whether or not a task or an entry uses it yet.
public struct File: Codable, Sendable, Equatable {
    public let id: UUID
    public let name: String
    /// The size in bytes.
    public let size: Int
    /// The media type that the server determined. A download of the file has it as `Content-Type`.
    public let type: String
    /// The SHA-256 of the bytes, in lower-case hexadecimal.
    public let sha256: String
    public let createdAt: Date

    public init(id: UUID, name: String, size: Int, type: String, sha256: String, createdAt: Date) {
        (self.id, self.name, self.size, self.type, self.sha256, self.createdAt) = (id, name, size, type, sha256, createdAt)
    }
}

/// A file to upload.
public struct NewFile: StreamInput {
    /// A UUID that the client chooses, so that a retry creates nothing twice.
    public let fileID: UUID
    /// The file's name: 1 to 200 visible characters, without `/` and `\`, and not only dots.
    public let name: String
    /// The file's bytes: 1 byte to 20 MiB.
    public let content: ByteStream

    /// Creates the input without checking it; the server enforces the limits.
    public init(fileID: UUID, name: String, content: ByteStream) {
        (self.fileID, self.name, self.content) = (fileID, name, content)
    }

    public init(_ fields: inout Fields) {
        fileID = fields.required("fileID", .uuid)
        name = fields.required("name", .fileName)
        content = fields.stream
    }

    private enum CodingKeys: CodingKey {
        case fileID, name
    }

    /// Encodes the fields without the file's bytes. The bytes are sent as the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fileID, forKey: .fileID)
        try container.encode(name, forKey: .name)
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

extension FieldType<[UUID]> {
    /// The ids of the files of a task or an entry: at most 10.
    static var fileIDs: Self { uuids(upTo: FileLimits.perThing) }
}

extension Endpoints {
    static let files: [any EndpointDeclaration] = [createFile, showFile, deleteFile]

    public static let createFile = Endpoint<NewFile, Created<File>>(
        "createFile", .put, "/files/{fileID}", .user, feature: .class, body: .stream(upTo: FileLimits.size), success: 201,
        errors: [.idTaken, .limitReached, .storageFull, .tooManyRequests],
        summary: "Upload a file for a task or an entry.",
        details: """
            The body is the file. It is deleted after 24 hours unless a task or an entry uses it. A retry with the same name and bytes \
            returns the existing file, with status 200.
            """)
    public static let showFile = Endpoint<FileReference, Download>(
        "showFile", .get, "/files/{fileID}", .user, feature: .class, answering: FileLimits.mediaTypes,
        summary: "Download a file, whole or a range of bytes.",
        details: """
            Only its uploader may download an unused file. A task's file is for the task's teachers and, once the task is open, its \
            students. An entry's file is for the student and the teachers. A request for several ranges returns the whole file.
            """)
    public static let deleteFile = Endpoint<FileReference, NoContent>(
        "deleteFile", .delete, "/files/{fileID}", .user, feature: .class, success: 204,
        summary: "Delete one of your files that no task or entry uses.")
}
