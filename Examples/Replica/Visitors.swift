import DavenportAPI
import DavenportStore
import Foundation
import Observation

/// A person who has written a comment: the last one, and the size of the person's picture in bytes.
struct Visitor: Codable, Equatable, Sendable {
    let username: String
    var lastComment: String
    var pictureSize: Int?
}

/// The people whose comments were shown, on disk. A view that reads `all` is updated with it.
@MainActor @Observable final class Visitors {
    @ObservationIgnored @Stored var all: [Visitor]
    @ObservationIgnored private let images: ImageStore

    init(file: URL, images: ImageStore) {
        _all = Stored(in: Store(file: file, id: \.username))
        self.images = images
    }

    /// Stores a comment's author, whose picture is fetched if it isn't stored.
    func note(_ author: UserStub, _ comment: Comment) async throws {
        try await $all.itemsHaveLoaded()
        var visitor = $all[id: author.username] ?? Visitor(username: author.username, lastComment: "")
        visitor.lastComment = comment.content
        // Without a network, and for a person without a picture, the size stays as it was.
        if let address = author.avatarURL, let image = try? await images.image(at: address) { visitor.pictureSize = image.count }
        try await $all.insert(visitor)
    }
}
