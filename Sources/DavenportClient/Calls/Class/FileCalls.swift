import DavenportAPI
import Foundation

extension DavenportClient {
    /// Upload a file, for a task or an entry that names it later.
    public var createFile: Call<NewFile, Created<File>> { Call(self, Endpoints.createFile) }
    /// The bytes of a file that I may see, all or a range.
    public var showFile: Call<FileReference, Download> { Call(self, Endpoints.showFile) }
    /// Delete a file of mine that no task and no entry has named.
    public var deleteFile: Call<FileReference, NoContent> { Call(self, Endpoints.deleteFile) }
}

extension Call where In == FileReference {
    /// Calls an endpoint about one file.
    public func callAsFunction(fileID: UUID) async throws -> Out {
        try await self(In(fileID: fileID))
    }
}
