import DavenportAPI
import DavenportClient
import Foundation
import TestSupport

extension TestServer {
    /// Uploads a picture over HTTP, and returns any answer.
    func uploadPicture(
        _ person: Person, _ bytes: [UInt8], id: UUID = UUID(), name: String = "still.jpg", kind: String = "picture"
    ) async throws -> Answer {
        try await call(.put, "/v1/files/\(id.uuidString.lowercased())?name=\(name)&kind=\(kind)", token: person.token, body: bytes)
    }

    /// Uploads a picture of a person, which no comment uses.
    func picture(_ person: Person, _ width: Int = 80, _ height: Int = 60) async throws -> File {
        let content = ByteStream(try MadePicture.png(width, height))
        return try await self.as(person).createFile(NewFile(fileID: UUID(), name: "still.png", kind: .picture, content: content)).value
    }

    /// Creates a comment with a new picture.
    func pictured(
        _ person: Person, in room: Room, _ content: String = "look", seconds: Int? = nil, alternative: String? = nil, count: Int = 1
    ) async throws -> Comment {
        var pictures: [NewPicture] = []
        for index in 0..<count {
            pictures.append(NewPicture(fileID: try await picture(person, 80 + index).id, alternative: alternative))
        }
        let new = NewComment(roomID: room.id, id: UUID(), seconds: seconds, content: content, pictures: pictures)
        return try await self.as(person).createComment(new).value
    }

    /// Returns the statuses of the two downloads of a comment's first picture.
    func seesPicture(_ person: Person, _ comment: Comment) async throws -> Bool { try await seesPicture(person, comment.pictures) }

    /// Whether a person may download the first of some pictures.
    func seesPicture(_ person: Person, _ pictures: [AttachedPicture]?) async throws -> Bool {
        guard let id = pictures?.first?.id.uuidString.lowercased() else { return false }
        let statuses = [
            try await call(.get, "/v1/files/\(id)", token: person.token).status,
            try await call(.get, "/v1/files/\(id)/thumbnail", token: person.token).status,
        ]
        guard statuses == [200, 200] || statuses == [404, 404] else { throw Unequal(statuses: statuses) }
        return statuses == [200, 200]
    }

    struct Unequal: Error {
        let statuses: [Int]
    }
}
