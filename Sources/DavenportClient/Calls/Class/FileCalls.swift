import DavenportAPI
import Foundation

extension DavenportClient {
    /// Upload a file for a task or an entry.
    public var createFile: Call<NewFile, Created<File>> { Call(self, Endpoints.createFile) }
    /// Download a file, whole or a range of bytes.
    public var showFile: Call<FileReference, Download> { Call(self, Endpoints.showFile) }
    /// Delete one of your files that no task or entry uses.
    public var deleteFile: Call<FileReference, NoContent> { Call(self, Endpoints.deleteFile) }
}

extension Call where In == FileReference {
    /// Calls an endpoint with a file.
    public func callAsFunction(fileID: UUID) async throws -> Out {
        try await self(In(fileID: fileID))
    }
}
