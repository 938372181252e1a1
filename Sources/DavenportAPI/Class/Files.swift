import Foundation

/// The limits of files (rule 11.61).
public enum FileLimits {
    /// In bytes.
    public static let size = 20 * 1024 * 1024
    /// How many a task or an entry has.
    public static let perThing = 10

    /// What they can be, by their leading bytes: what the request calls them counts only for what is packed as ZIP.
    package static let mediaTypes =
        [
            "application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp", "image/heic", "audio/mpeg", "audio/mp4", "video/mp4",
            "video/quicktime", "audio/wav", "audio/ogg", "application/zip",
        ] + packedTypes + ["text/plain", "application/octet-stream"]

    /// What is packed as ZIP, and known by what the request calls it.
    package static let packedTypes = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/vnd.oasis.opendocument.text",
    ]
}

/// A file that belongs to a task or an entry, or shall.
public struct File: Codable, Sendable, Equatable {
    public let id: UUID
    public let name: String
    /// In bytes.
    public let size: Int
    /// What it is by its leading bytes, as in the header `Content-Type`.
    public let type: String
    /// Of its bytes, in lower-case hexadecimal.
    public let sha256: String
    public let createdAt: Date

    public init(id: UUID, name: String, size: Int, type: String, sha256: String, createdAt: Date) {
        (self.id, self.name, self.size, self.type, self.sha256, self.createdAt) = (id, name, size, type, sha256, createdAt)
    }
}

/// A file of mine.
public struct NewFile: StreamInput {
    /// Chosen by the client, so that a retry doesn't double.
    public let fileID: UUID
    /// 1 to 200 characters, all of which can be seen, without `/` and `\`, and not of dots alone.
    public let name: String
    /// 1 byte to 20 MiB.
    public let content: ByteStream

    /// A file as a program sends it; the limits are those of the API.
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

    /// Its bytes go beside.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fileID, forKey: .fileID)
        try container.encode(name, forKey: .name)
    }
}

/// A file.
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
    /// A name that is no path, and of which all can be seen.
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
    /// Files that a task or an entry shall have.
    static var fileIDs: Self { uuids(upTo: FileLimits.perThing) }
}

extension Endpoints {
    static let files: [any EndpointDeclaration] = [createFile, showFile, deleteFile]

    public static let createFile = Endpoint<NewFile, Created<File>>(
        "createFile", .put, "/files/{fileID}", .user, feature: .class, body: .stream(upTo: FileLimits.size), success: 201,
        errors: [.idTaken, .limitReached, .storageFull, .tooManyRequests],
        summary: "Upload a file, for a task or an entry that names it later.",
        details: """
            The body is the file. It has 24 hours until a task or an entry names it; then it is gone. Sent again with the same name and \
            bytes, it is answered with 200.
            """)
    public static let showFile = Endpoint<FileReference, Download>(
        "showFile", .get, "/files/{fileID}", .user, feature: .class, answering: FileLimits.mediaTypes,
        summary: "The bytes of a file that I may see, all or a range.",
        details: """
            One that no task and no entry has named yet is its uploader's alone; of a task its teachers' and, once it is open, its \
            students'; of an entry the student's and the teachers'. Several ranges at once are answered with all bytes.
            """)
    public static let deleteFile = Endpoint<FileReference, NoContent>(
        "deleteFile", .delete, "/files/{fileID}", .user, feature: .class, success: 204,
        summary: "Delete a file of mine that no task and no entry has named.")
}
