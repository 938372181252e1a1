import DavenportAPI
import DavenportClient
import Foundation

/// A picture on the device, to upload for a comment.
public struct PictureUpload: Codable, Equatable, Sendable, Identifiable {
    /// The id of the uploaded file.
    public let id: UUID
    /// The file's name, without `/` and `\\`.
    public let name: String
    /// The media type: PNG, JPEG, WebP or GIF.
    public let type: String
    /// The width and height in pixels, as the picture is shown.
    public let width, height: Int
    /// The bytes of the picture, at most `FileLimits.pictureSize`.
    public let content: Data
    /// What the picture shows, in 1 to 500 characters; nil for nothing.
    public let alternative: String?

    public init(
        id: UUID = UUID(), name: String, type: String, width: Int, height: Int, content: Data, alternative: String? = nil
    ) {
        (self.id, self.name, self.type, self.width, self.height) = (id, name, type, width, height)
        (self.content, self.alternative) = (content, alternative)
    }

    /// The picture as the copy shows it before it is uploaded.
    var shown: AttachedPicture {
        AttachedPicture(id: id, type: type, size: content.count, width: width, height: height, alternative: alternative)
    }
}

/// A comment that waits together with its pictures (rule 14.19).
public struct PicturedComment: Codable, Equatable, Sendable {
    /// The comment. Its `pictures` name the pictures to upload, and others that were uploaded already.
    public let comment: NewComment
    public let uploads: [PictureUpload]

    init(_ comment: NewComment, uploads: [PictureUpload]) {
        self.comment = comment
        // An edit may have removed some.
        let named = comment.pictures?.fileIDs ?? []
        self.uploads = uploads.filter { named.contains($0.id) }
    }

    /// Sends the comment. If the server doesn't have its pictures, or no longer, they are uploaded first.
    func send(over client: DavenportClient) async throws {
        do {
            _ = try await client.createComment(comment)
        } catch APIError.problem(let problem, _) where problem.code == .unknownFile && !uploads.isEmpty {
            for upload in uploads {
                let content = ByteStream(Array(upload.content), type: upload.type)
                _ = try await client.createFile(NewFile(fileID: upload.id, name: upload.name, kind: .picture, content: content))
            }
            _ = try await client.createComment(comment)
        }
    }

    /// The pictures to show, in the order of the comment. Those that were uploaded already are shown once the server answers.
    var shown: [AttachedPicture]? {
        let shown = uploads.map(\.shown)
        let pictures = (comment.pictures ?? []).compactMap { picture in shown.first { $0.id == picture.fileID }?.saying(picture.alternative)
        }
        return pictures.isEmpty ? nil : pictures
    }
}

extension WatchWrite {
    /// The pictures that a waiting comment shows.
    var shownPictures: [AttachedPicture]? { if case .createPicturedComment(let pictured) = self { pictured.shown } else { nil } }
}

extension AttachedPicture {
    /// The address of the picture, for `ImageStore`.
    public var address: String { "/v1/files/\(id.uuidString.lowercased())" }

    /// The address of the picture in its size for lists, for `ImageStore`.
    public var thumbnailAddress: String { address + "/thumbnail" }

    fileprivate func saying(_ alternative: String?) -> AttachedPicture {
        AttachedPicture(id: id, type: type, size: size, width: width, height: height, alternative: alternative)
    }
}

extension [AttachedPicture] {
    /// Returns the pictures after an edit. Those that the copy doesn't know are shown once the server answers.
    func changed(to pictures: [NewPicture]) -> [AttachedPicture]? {
        let changed = pictures.compactMap { picture in first { $0.id == picture.fileID }?.saying(picture.alternative) }
        return changed.isEmpty ? nil : changed
    }
}
