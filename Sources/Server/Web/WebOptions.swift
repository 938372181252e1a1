import Dispatch
import Foundation

/// The web client that a server serves beside its API.
public struct WebOptions: Sendable {
    /// The folder to read anew for each answer; nil if the files are read once.
    private let liveFolder: URL?
    /// The files as they were when the server started.
    private let files: WebFiles
    /// Returns the origin of the catalogue's pictures, such as `https://image.tmdb.org`; nil if there is no catalogue.
    let pictureOrigin: @Sendable () async -> String?

    /// Reads the web client's files.
    /// - Parameters:
    ///   - folder: the folder that contains `index.html`.
    ///   - isLive: whether the server reads the files again for each answer and forbids browsers to cache them. This is
    ///     for development.
    ///   - pictureOrigin: returns the origin of the catalogue's pictures; nil if there is none.
    /// - Throws: an error with a description if the folder can't be read or isn't the web client's.
    public init(folder: URL, isLive: Bool = false, pictureOrigin: @escaping @Sendable () async -> String? = { nil }) throws {
        files = try WebFiles(folder: folder)
        liveFolder = isLive ? folder : nil
        self.pictureOrigin = pictureOrigin
    }

    /// Whether the files may change while the server runs.
    var isLive: Bool { liveFolder != nil }

    /// Returns the files to serve now: read anew if they may change, otherwise those from the start.
    func current() async throws -> WebFiles {
        guard let liveFolder else { return files }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try WebFiles(folder: liveFolder) }) }
        }
    }
}
