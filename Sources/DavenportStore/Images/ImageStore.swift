import DavenportClient
import Foundation

/// Pictures of people and films on disk, by the addresses that the API returns: `avatarURL` and `posterURL`.
///
/// A picture is fetched when it is first needed. Later the server is only asked whether it has changed, by its entity
/// tag, and not even that until its `max-age` is over. Without a network the store returns what it has. If the files
/// exceed the limit, the least recently used ones are deleted. Any number of processes may use the same folder.
///
/// Call `removeAll` when the person logs out: pictures of people are private.
public actor ImageStore {
    private let client: DavenportClient
    private let folder: ImageFolder
    private let now: @Sendable () -> Date
    /// The fetches in progress, which all requests for the same address share.
    private var fetches: [String: Task<Data, any Error>] = [:]
    /// How often `removeAll` was called. A fetch that began before the last call doesn't store its picture.
    private var removals = 0

    /// Opens a store in a folder, which is created if it doesn't exist.
    /// - Parameters:
    ///   - folder: holds these pictures and no other files. The system may delete it, so a folder of caches is suitable.
    ///   - client: fetches the pictures of people with the person's token. The token is sent to no other server.
    ///   - limit: the most bytes of all files, 100 MB unless given. A larger picture is returned and not stored.
    public init(folder: URL, client: DavenportClient, limit: Int = 100_000_000) {
        self.init(folder: folder, client: client, limit: limit, now: { Date() })
    }

    init(folder: URL, client: DavenportClient, limit: Int, now: @escaping @Sendable () -> Date) {
        (self.client, self.folder, self.now) = (client, ImageFolder(url: folder, limit: limit), now)
    }

    /// Returns the bytes of a picture.
    ///
    /// Concurrent calls for one address share one request. If there is no network, or the server has a fault, the
    /// result is the stored picture, which may be outdated.
    /// - Parameter address: an `avatarURL` or `posterURL`.
    /// - Throws: `ImageStoreError`; without a stored picture also `APIError` or an error of the files.
    public func image(at address: String) async throws -> Data {
        if let fetch = fetches[address] { return try await fetch.value }
        let removals = removals
        let fetch = Task {
            defer { if self.removals == removals { fetches[address] = nil } }
            return try await fetched(address, removals)
        }
        fetches[address] = fetch
        return try await fetch.value
    }

    /// Returns the stored picture without a request, for example to show it before `image(at:)` returns; nil if there is
    /// none.
    public func storedImage(at address: String) async -> Data? {
        await folder.read(address, now: now())?.body
    }

    /// Deletes all pictures. Fetches that are in progress return theirs, and don't store it.
    /// - Throws: an error of the files.
    public func removeAll() async throws {
        removals += 1
        fetches = [:]
        try await folder.removeAll()
    }

    private func fetched(_ address: String, _ removals: Int) async throws -> Data {
        let stored = await folder.read(address, now: now())
        if let stored, stored.freshUntil > now() { return stored.body }
        var headers: [String: String] = [:]
        if let etag = stored?.etag { headers["if-none-match"] = etag }
        let response: Transport.Response
        do {
            response = try await client.picture(at: address, headers: headers)
        } catch {
            if let stored { return stored.body }
            throw error
        }
        switch response.status {
        case 200:
            return try await take(response, address, removals)
        case 304:
            guard let stored else { throw ImageStoreError.unexpectedAnswer(status: 304) }
            try await keep(stored.renewed(by: response, now: now()), removals)
            return stored.body
        case 403, 404, 410:
            if self.removals == removals { try await folder.remove(address) }
            throw ImageStoreError.isGone
        default:
            guard let stored else { throw ImageStoreError.unexpectedAnswer(status: response.status) }
            return stored.body
        }
    }

    /// Stores and returns the picture in an answer, if the answer is a whole picture.
    private func take(_ response: Transport.Response, _ address: String, _ removals: Int) async throws -> Data {
        // The answer may be something else, for example the log-in page of a hotel's network.
        guard response.headers["content-type"]?.lowercased().hasPrefix("image/") == true, !response.body.isEmpty else {
            throw ImageStoreError.unexpectedAnswer(status: response.status)
        }
        if response.headers["content-encoding"] == nil, let length = response.headers["content-length"].flatMap({ Int($0) }) {
            guard length == response.body.count else { throw ImageStoreError.unexpectedAnswer(status: response.status) }
        }
        let image = StoredImage(address: address, body: response.body).renewed(by: response, now: now())
        try await keep(image, removals)
        return image.body
    }

    private func keep(_ image: StoredImage, _ removals: Int) async throws {
        if self.removals == removals { try await folder.write(image, now: now()) }
    }
}

/// The reason why an image store can't return a picture.
public enum ImageStoreError: Error, Sendable, Equatable {
    /// The server has no picture at this address, or doesn't show it to this person. A stored one was deleted.
    case isGone
    /// The server answered with something else than a whole picture, and none is stored.
    case unexpectedAnswer(status: Int)
}
