import DavenportAPI
import Foundation

extension Call where In == FileReference {
    /// Calls an endpoint with a file.
    public func callAsFunction(fileID: UUID) async throws -> Out {
        try await self(In(fileID: fileID))
    }
}
