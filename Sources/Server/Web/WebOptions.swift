import Dispatch
import Foundation
import Synchronization

/// The web client that a server serves beside its API.
public struct WebOptions: Sendable {
    private let source: WebSource
    /// Returns the origin of the URLs of the catalogue's pictures, such as `https://image.tmdb.org`; nil if there is no
    /// catalogue.
    let pictureOrigin: @Sendable () async -> String?

    /// Reads the web client's files.
    /// - Parameters:
    ///   - folder: the folder that contains `index.html`.
    ///   - isLive: whether the server reads the files again for each answer and forbids browsers to cache them. This is
    ///     for development.
    ///   - design: the folder of the page `/design`, which shows the parts of the web client in all their states; nil if it
    ///     isn't served. This is for development, too.
    ///   - pictureOrigin: returns the origin of the URLs of the catalogue's pictures; nil if there is no catalogue.
    /// - Throws: an error with a description if the folder can't be read or isn't the web client's.
    public init(
        folder: URL, isLive: Bool = false, design: URL? = nil, pictureOrigin: @escaping @Sendable () async -> String? = { nil }
    ) throws {
        source = try WebSource(folder, isLive: isLive, design: design)
        self.pictureOrigin = pictureOrigin
    }

    /// Whether the files may change while the server runs, as in development.
    var isLive: Bool { source.isLive }

    /// Whether the page `/design` is served.
    var hasDesign: Bool { source.design != nil }

    /// Returns the web client's current files.
    func current() async throws -> WebFiles { try await source.current() }
}

/// Reads the web client's files, either once or, if they may change, anew for each answer.
private final class WebSource: Sendable {
    let isLive: Bool
    private let folder: URL
    let design: URL?
    private let last: Mutex<WebFiles>

    init(_ folder: URL, isLive: Bool, design: URL?) throws {
        (self.folder, self.isLive, self.design) = (folder, isLive, design)
        last = Mutex(try WebFiles.read(folder, design: design))
    }

    func current() async throws -> WebFiles {
        let last = last.withLock { $0 }
        guard isLive else { return last }
        // Reading may block, so it runs on a thread of its own.
        let files = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [folder, design] in
                continuation.resume(with: Result { try WebFiles.read(folder, design: design, after: last) })
            }
        }
        self.last.withLock { $0 = files }
        return files
    }
}
