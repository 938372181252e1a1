import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Domain

@Suite("rules 2: pictures are served without metadata except the orientation")
struct PictureMetadataTests {
    /// Shows rule 2.14.
    @Test("Only the image and its colours remain", arguments: Metadata.all(around: "SECRET"))
    func stripped(picture: Metadata) {
        #expect(StrippedPicture(picture.bytes)?.bytes == picture.plain)
    }

    /// Shows rule 2.14.
    @Test("The orientation remains, and no other EXIF field", arguments: 1...8)
    func orientation(value: Int) {
        for picture in Metadata.all(around: "SECRET", orientation: value) {
            let plain = StrippedPicture(picture.bytes)
            #expect(plain?.bytes == picture.plain, "\(picture)")
            #expect(plain.flatMap { StrippedPicture($0.bytes) } == plain, "\(picture)")
        }
    }

    @Test("An invalid orientation is removed", arguments: [0, 9, 0x0600])
    func noOrientation(value: Int) {
        for isLittle in [true, false] { #expect(Orientation(exif: Metadata.exif([1], value, isLittle: isLittle)[...]) == nil) }
        #expect(Orientation(exif: []) == nil)
        #expect(Orientation(exif: Array("Exif\0\0II".utf8)[...]) == nil)
    }

    /// Shows rule 2.14.
    @Test("Only the cleaned picture is stored and served, and its URL derives from that")
    func served() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for picture in Metadata.all(around: "SECRET", orientation: 6) {
                let first = try await server.setAvatar(ada, picture.bytes).expecting(200, Me.self).avatarURL
                let url = try #require(first)
                #expect(try await server.call(.get, url, token: ada.token).body == picture.plain)
                let stored: [UInt8]? = try await server.rows("SELECT image FROM avatars").first?["image"]
                #expect(stored == picture.plain)
                #expect(try await server.setAvatar(ada, picture.plain).expecting(200, Me.self).avatarURL == url)
            }
        }
    }

    /// Shows rule 2.14.
    @Test("A picture stored with metadata is served without it")
    func storedBefore() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let url = try #require(try await server.setAvatar(ada, Picture.jpeg.bytes).expecting(200, Me.self).avatarURL)
            let picture = Metadata.all(around: "SECRET")[0]
            try await server.rows("UPDATE avatars SET image = \(picture.bytes), is_plain = false")
            #expect(try await server.call(.get, url, token: ada.token).body == picture.plain)
            let stored: [UInt8]? = try await server.rows("SELECT image FROM avatars WHERE is_plain").first?["image"]
            #expect(stored == picture.plain, "it is read once")
            try await server.rows("UPDATE avatars SET image = \(Array(picture.bytes.prefix(200))), is_plain = false")
            #expect(try await server.call(.get, url, token: ada.token).status == 404, "its content can't be parsed")
        }
    }
}
