import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DavenportStore

/// A server of pictures. A test decides its answers.
private final class Gallery: Sendable {
    struct Unreachable: Error {}

    struct State {
        var pictures: [String: (bytes: String, etag: String)] = [:]
        var isAway = false
        var status: Int?
        /// What something in between answers in the server's place.
        var lie: Transport.Response?
        var headers: [String: String] = [:]
        var requests: [Transport.Request] = []
        /// Whether the server holds its answers back.
        var isHolding = false
    }

    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var requests: [Transport.Request] { state.withLock { $0.requests } }

    var client: DavenportClient {
        let transport = Transport { [self] request in
            change { $0.requests.append(request) }
            try await eventually("answers are sent") { state.withLock { !$0.isHolding } }
            if let lie = state.withLock({ $0.lie }) { return lie }
            let answer: Transport.Response = try state.withLock { state in
                if state.isAway { throw Unreachable() }
                if let status = state.status {
                    return Transport.Response(status: status, headers: ["content-type": "text/html"], body: Data("<html>".utf8))
                }
                guard let picture = state.pictures[request.url.absoluteString] else { return Transport.Response(status: 404) }
                var headers = ["etag": picture.etag, "content-type": "image/png"].merging(state.headers) { $1 }
                if request.headers["if-none-match"] == picture.etag { return Transport.Response(status: 304, headers: headers) }
                headers["content-length"] = headers["content-length"] ?? "\(picture.bytes.utf8.count)"
                return Transport.Response(status: 200, headers: headers, body: Data(picture.bytes.utf8))
            }
            return answer.answering(request)
        }
        return DavenportClient(
            baseURL: URL(string: "https://sofa.example.org")!,  // The literal is a valid URL.
            transport: transport, retry: .never, token: { "secret" })
    }
}

@Suite("rule 14.18: pictures on disk")
struct ImageStoreTests {
    private let gallery = Gallery()
    private let clock = TestClock()
    private let poster = "https://images.example.org/poster.png"

    private func store(_ folder: Folder, limit: Int = 10_000) -> ImageStore {
        ImageStore(folder: folder.file("images"), client: gallery.client, limit: limit) { [clock] in clock.now }
    }

    private func text(_ data: Data?) -> String? { data.map { String(decoding: $0, as: UTF8.self) } }

    private func text(of address: String, in images: ImageStore) async throws -> String? { text(try await images.image(at: address)) }

    private func expect(_ expected: String, from images: ImageStore, _ place: SourceLocation = #_sourceLocation) async throws {
        let found = try await text(of: poster, in: images)
        #expect(found == expected, sourceLocation: place)
    }

    /// Shows rule 14.18.
    @Test("A picture is fetched once, revalidated by its entity tag, and shown without network")
    func revalidated() async throws {
        try await Folder.with { folder in
            gallery.change { $0.pictures[poster] = ("one", "\"1\"") }
            let images = store(folder)
            #expect(await images.storedImage(at: poster) == nil)
            try await expect("one", from: images)
            try await expect("one", from: images)
            #expect(gallery.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
            gallery.change { $0.pictures[poster] = ("two", "\"2\"") }
            let shown = await images.storedImage(at: poster)
            #expect(text(shown) == "one")
            try await expect("two", from: images)
            gallery.change { $0.isAway = true }
            try await expect("two", from: store(folder))
            await #expect(throws: APIError.self) { try await images.image(at: poster + "?other") }
            gallery.change { ($0.isAway, $0.status) = (false, 503) }
            try await expect("two", from: images)
            gallery.change { ($0.status, $0.pictures) = (nil, [:]) }
            await #expect(throws: ImageStoreError.isGone) { try await images.image(at: poster) }
            #expect(await images.storedImage(at: poster) == nil)
        }
    }

    /// Shows rule 14.18.
    @Test("Until its max-age is over a picture causes no request, and one that must not be stored isn't")
    func lifetime() async throws {
        try await Folder.with { folder in
            gallery.change {
                $0.pictures[poster] = ("one", "\"1\"")
                $0.headers = ["cache-control": "public, max-age=60"]
            }
            let images = store(folder)
            for _ in 0..<3 { _ = try await images.image(at: poster) }
            clock.advance(by: 59)
            _ = try await images.image(at: poster)
            #expect(gallery.requests.count == 1)
            clock.advance(by: 1)
            for _ in 0..<3 { _ = try await images.image(at: poster) }
            #expect(gallery.requests.count == 2)
            clock.advance(by: 60)
            gallery.change {
                $0.pictures[poster] = ("two", "\"2\"")
                $0.headers = ["cache-control": "no-store"]
            }
            try await expect("two", from: images)
            #expect(await images.storedImage(at: poster) == nil)
        }
    }

    /// Shows rule 14.18.
    @Test("Concurrent calls for one address share one request")
    func shared() async throws {
        try await Folder.with { folder in
            gallery.change {
                $0.pictures[poster] = ("one", "\"1\"")
                $0.isHolding = true
            }
            let images = store(folder)
            async let first = text(of: poster, in: images)
            async let second = text(of: poster, in: images)
            async let third = text(of: poster, in: images)
            try await shown("it is requested") { [gallery] in !gallery.requests.isEmpty }
            gallery.change { $0.isHolding = false }
            let found = try await [first, second, third]
            #expect(found == ["one", "one", "one"])
            #expect(gallery.requests.count == 1)
        }
    }

    /// Shows rule 14.18.
    @Test("If the files exceed the limit, the least recently used are deleted; a larger picture isn't stored")
    func bounded() async throws {
        try await Folder.with { folder in
            let addresses = (0..<4).map { "\(poster)?\($0)" }
            for (number, address) in addresses.enumerated() {
                gallery.change { $0.pictures[address] = (String(repeating: "\(number)", count: 1000), "\"\(number)\"") }
            }
            gallery.change { $0.pictures[poster] = (String(repeating: "x", count: 9000), "\"x\"") }
            let images = store(folder, limit: 3900)
            for address in addresses.prefix(3) {
                clock.advance(by: 1)
                _ = try await images.image(at: address)
            }
            clock.advance(by: 1)
            #expect(await images.storedImage(at: addresses[0]) != nil)
            clock.advance(by: 1)
            _ = try await images.image(at: addresses[3])
            #expect(await images.storedImage(at: addresses[1]) == nil)
            for number in [0, 2, 3] { #expect(await images.storedImage(at: addresses[number]) != nil) }
            let large = try await images.image(at: poster)
            #expect(large.count == 9000)
            #expect(await images.storedImage(at: poster) == nil)
            let sizes = try FileManager.default.contentsOfDirectory(at: folder.file("images"), includingPropertiesForKeys: nil).map {
                try Data(contentsOf: $0).count
            }
            #expect(sizes.count == 3 && sizes.reduce(0, +) <= 3900)
        }
    }

    /// Shows rule 14.18.
    @Test("A file that is truncated, damaged in any byte or of another address counts as missing and is fetched again")
    func damaged() async throws {
        try await Folder.with { folder in
            gallery.change {
                $0.pictures[poster] = ("one and more", "\"1\"")
                $0.headers = ["cache-control": "max-age=1000"]
            }
            let images = store(folder)
            _ = try await images.image(at: poster)
            let file = folder.file("images").appending(path: StoredImage.name(of: poster))
            let whole = try Data(contentsOf: file)
            for count in 0..<whole.count {
                try whole.prefix(count).write(to: file)
                #expect(await images.storedImage(at: poster) == nil)
            }
            let body = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
            for index in body..<whole.count {
                var bad = whole
                bad[index] ^= 1
                try bad.write(to: file)
                #expect(await images.storedImage(at: poster) == nil)
            }
            try whole.write(to: folder.file("images").appending(path: StoredImage.name(of: "other")))
            #expect(await images.storedImage(at: "other") == nil)
            try await expect("one and more", from: images)
            #expect(gallery.requests.count == 2)
        }
    }

    /// Shows rule 14.18.
    @Test("An answer that is no picture, or only a part of one, is neither returned nor stored")
    func noPicture() async throws {
        try await Folder.with { folder in
            gallery.change { $0.status = 200 }
            let images = store(folder)
            await #expect(throws: ImageStoreError.unexpectedAnswer(status: 200)) { try await images.image(at: poster) }
            gallery.change {
                ($0.status, $0.headers) = (nil, ["content-length": "9"])
                $0.pictures[poster] = ("one", "\"1\"")
            }
            await #expect(throws: ImageStoreError.unexpectedAnswer(status: 200)) { try await images.image(at: poster) }
            gallery.change { $0.status = 401 }
            await #expect(throws: ImageStoreError.unexpectedAnswer(status: 401)) { try await images.image(at: poster) }
            #expect(await images.storedImage(at: poster) == nil)
        }
    }

    /// Shows rules 10.17 and 14.18.
    @Test("What something else answers for a person's picture is neither returned nor stored, and deletes nothing")
    func foreign() async throws {
        let (mine, others) = ("https://sofa.example.org/v1/users/x/avatar?v=1", "https://sofa.example.org/v1/users/y/avatar?v=1")
        let swapped = Transport.Response(
            status: 200, headers: ["content-type": "image/png", "davenport-echo": "the-echo-of-another-request"], body: Data("theirs".utf8))
        try await Folder.with { folder in
            gallery.change { $0.pictures[mine] = ("mine", "\"1\"") }
            let images = store(folder)
            _ = try await images.image(at: mine)
            for lie in Lie.allCases.map(\.response) + [swapped] {
                gallery.change { $0.lie = lie }
                let kept = try await text(of: mine, in: images)
                #expect(kept == "mine", "\(lie.status)")
                await #expect(throws: APIError.self) { try await images.image(at: others) }
                #expect(await images.storedImage(at: others) == nil)
            }
        }
    }

    /// Shows rule 14.18.
    @Test("Removing everything also keeps a fetch in progress from being stored")
    func removed() async throws {
        try await Folder.with { folder in
            gallery.change {
                $0.pictures[poster] = ("one", "\"1\"")
                $0.isHolding = true
            }
            let images = store(folder)
            async let fetched = text(of: poster, in: images)
            try await shown("it is requested") { [gallery] in !gallery.requests.isEmpty }
            try await images.removeAll()
            gallery.change { $0.isHolding = false }
            let found = try await fetched
            #expect(found == "one")
            #expect(await images.storedImage(at: poster) == nil)
        }
    }

    /// Shows rule 14.18.
    @Test("A person's picture is fetched with the token, which no other server gets")
    func tokens() async throws {
        try await TestServer.with { server in
            try await Folder.with { folder in
                let (ada, bea) = try await server.friends("ada", "bea")
                let picture = Picture.png
                _ = try await server.setAvatar(bea, picture.bytes)
                let address = try #require(try await server.as(ada).listFriends().friends.first?.avatarURL)
                let images = ImageStore(folder: folder.file("avatars"), client: server.as(ada))
                let bytes = try await images.image(at: address)
                let again = try await images.image(at: address)
                #expect(again == bytes)
                await #expect(throws: ImageStoreError.unexpectedAnswer(status: 401)) {
                    let client = server.client(over: server.transport, token: "none")
                    return try await ImageStore(folder: folder.file("others"), client: client).image(at: address)
                }
                gallery.change {
                    $0.pictures = [poster: ("one", "\"1\""), "https://sofa.example.org/v1/users/x/avatar?v=1": ("me", "\"1\"")]
                }
                let others = store(folder)
                _ = try await others.image(at: poster)
                _ = try await others.image(at: "/v1/users/x/avatar?v=1")
                #expect(gallery.requests.map { $0.headers["authorization"] } == [nil, "Bearer secret"])
            }
        }
    }
}
