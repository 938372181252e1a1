import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Pictures
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 28: uploading pictures")
struct PictureUploadTests {
    /// Shows rules 28.1, 28.2 and 28.3.
    @Test("A picture is uploaded by the files' endpoint, has its size, and comes back without metadata and name, whole and small")
    func upload() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let (id, bytes) = (UUID(), try MadePicture.jpeg(800, 600, orientation: 6))
            let file = try await server.uploadPicture(ada, bytes, id: id, name: "IMG_2031.jpg").expecting(201, File.self)
            #expect(file.width == 600 && file.height == 800 && file.type == "image/jpeg" && file.name == "IMG_2031.jpg")
            let again = try await server.uploadPicture(ada, bytes, id: id, name: "IMG_2031.jpg")
            #expect(again.status == 200)
            #expect(try again.json(File.self) == file, "the same picture as it was sent")
            #expect(try await server.uploadPicture(ada, bytes, id: id, name: "other.jpg").code == .idTaken)
            #expect(try await server.uploadPicture(ada, try MadePicture.jpeg(8, 6), id: id, name: "IMG_2031.jpg").code == .idTaken)
            let path = "/v1/files/\(id.uuidString.lowercased())"
            let whole = try await server.call(.get, path, token: ada.token)
            #expect(whole.status == 200 && whole.body.count == file.size && whole.headers["content-type"] == "image/jpeg")
            #expect(!whole.text.contains(MadePicture.secret) && whole.headers["content-disposition"]?.contains("IMG") == false)
            let part = try await server.call(.get, path, token: ada.token, headers: ["Range": "bytes=2-5"])
            #expect(part.status == 206 && part.body == Array(whole.body[2...5]))
            let small = try await server.call(.get, path + "/thumbnail", token: ada.token)
            #expect(small.status == 200 && small.headers["content-type"] == "image/webp" && small.body.count < whole.body.count)
            let tag = try #require(small.headers["etag"])
            let unchanged = try await server.call(.get, path + "/thumbnail", token: ada.token, headers: ["If-None-Match": tag])
            #expect(unchanged.status == 304)
            #expect(try await server.database.wrongDerivedColumns() == [])
            _ = try await server.as(ada).deleteFile(fileID: id)
            for path in [path, path + "/thumbnail"] { #expect(try await server.call(.get, path, token: ada.token).status == 404) }
            #expect(try await server.database.count("file_chunks") == 0)
        }
    }

    /// Shows rule 28.2.
    @Test("What is no picture, too large or empty is 422 for the content, and nothing of it stays")
    func refused() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let refused: [[UInt8]] = [
                Array("notes".utf8), try MadePicture.png(1, 1).withSize(100_000, 1), Array(try MadePicture.jpeg(64, 64).dropLast(9)),
                [],
            ]
            for bytes in refused {
                let answer = try await server.uploadPicture(ada, bytes)
                #expect(answer.status == 422 && answer.faultyFields == ["content"], "\(bytes.count): \(answer)")
            }
            // Not over HTTP, where the server closes the connection before it has read so much.
            let (useCases, count) = (server.serving(), FileLimits.pictureSize + 1)
            let caller = try await useCases.authenticate(token: ada.token)
            let large = NewFile(fileID: UUID(), name: "a", kind: .picture, content: ByteStream([UInt8](repeating: 1, count: count)))
            let problem = await #expect(throws: Problem.self) { try await useCases.createFile(caller, large) }
            #expect(problem?.errors?.map(\.field) == ["content"])
            #expect(try await server.uploadPicture(ada, [1], kind: "poster").faultyFields == ["kind"])
            #expect(try await server.database.count("files") == 0)
            #expect(FileLimits.pictureSize == PictureLimits.sentBytes && FileLimits.pictureSize == 8 << 20)
            #expect(FileLimits.thumbnailSide == PictureLimits.thumbnailSide)
            #expect(Set(FileLimits.pictureTypes) == Set(PictureFormat.allCases.map(\.mediaType)))
        }
    }

    /// Shows rules 28.1 and 11.34.
    @Test("Pictures are for communities that watch, other files for those with a class; each is feature_off without")
    func features() async throws {
        try await TestServer.with(features: [.watch]) { server in
            let ada = try await server.person("ada")
            #expect(try await server.uploadPicture(ada, [1], kind: "file").code == .featureOff)
            let file = try await server.picture(ada)
            _ = try await server.operators.changeTenantFeatures(server.tenant, [.class])
            let path = "/v1/files/\(file.id.uuidString.lowercased())"
            #expect(try await server.uploadPicture(ada, try MadePicture.png(8, 8)).code == .featureOff)
            for path in [path, path + "/thumbnail"] {
                #expect(try await server.call(.get, path, token: ada.token).code == .featureOff)
            }
            #expect(try await server.call(.delete, path, token: ada.token).code == .featureOff)
            #expect(try await server.uploadPicture(ada, [1], kind: "file").status == 201)
            _ = try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            #expect(try await server.call(.get, path, token: ada.token).status == 200)
            let none = try await server.call(.get, path + "x/thumbnail", token: ada.token)
            #expect(none.status == 404)
        }
    }

    /// Shows rule 28.7.
    @Test("A picture that no comment uses is gone after 24 hours; a person has 20 of them, and uploads 100 a day, bad ones included")
    func limits() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            var files: [File] = []
            for index in 0..<20 { files.append(try await server.picture(ada, 10 + index, 10)) }
            let bytes = try MadePicture.png(9, 9)
            #expect(try await server.uploadPicture(ada, bytes).code == .limitReached)
            #expect(try await server.uploadPicture(bea, bytes).status == 201)
            server.clock.advance(by: 24 * 3600)
            #expect(try await server.call(.get, "/v1/files/\(files[0].id.uuidString.lowercased())", token: ada.token).status == 404)
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.pictures] = 3 }
            #expect(try await server.uploadPicture(ada, bytes).status == 201)
            #expect(try await server.database.count("files") < 21, "an upload deletes the expired ones")
            #expect(try await server.uploadPicture(ada, [1, 2, 3]).status == 422)
            #expect(try await server.uploadPicture(ada, bytes).status == 201)
            #expect(try await server.uploadPicture(ada, bytes).code == .tooManyRequests)
            #expect(Allowance.pictures.usual == 100 && Allowance.pictures.window == .day)
        }
    }

    /// Shows rule 28.7.
    @Test("A community's pictures have 1 GiB together unless the operator changes it, apart from its other files")
    func quota() async throws {
        try await TestServer.with(features: [.watch, .class]) { server in
            let ada = try await server.person("ada")
            let usual = try await limits(server, "")
            #expect(usual.output.contains("1073741824 bytes of pictures") && Capacity.pictureBytes.usual == 1 << 30)
            let file = try await server.picture(ada)
            #expect(try await limits(server, "--picture-bytes \(file.size)").status == 0)
            #expect(try await server.uploadPicture(ada, try MadePicture.png(9, 9)).code == .storageFull)
            #expect(try await server.uploadPicture(ada, [1, 2, 3], kind: "file").status == 201)
            _ = try await server.as(ada).deleteFile(fileID: file.id)
            #expect(try await server.uploadPicture(ada, try MadePicture.png(80, 60)).status == 201)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    private func limits(_ server: TestServer, _ arguments: String) async throws -> Shell.Outcome {
        try await Shell.run(
            "davenport tenant limit sofa \(arguments)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
    }
}
