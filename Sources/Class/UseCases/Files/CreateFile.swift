import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Uploads a file for the caller.
    ///
    /// The server spools the whole file before it writes any of it to the database. So a slow sender holds no connection to
    /// the database, and the database never contains a partial file.
    public func createFile(_ caller: Caller, _ input: NewFile) async throws -> Created<File> {
        guard input.content.count > 0 else { throw Problem.invalid("content", .tooShort, "must have at least one byte") }
        try await admit(input, of: caller)
        var finder = FileTypeFinder(declared: input.content.type)
        return try await spool.take(input.content, of: caller, noting: { finder.add($0) }) { body in
            let type = finder.type
            // The file counts as received when its last byte has arrived.
            var caller = caller
            caller.request.receivedAt = database.clock.now
            return try await spool.copy { [caller] in try await store(body, type, input, of: caller) }
        }
    }

    /// Checks whether the file can be stored before the server reads the file's bytes, and refuses the upload
    /// otherwise. Expired files are deleted first, even if this file is then refused.
    private func admit(_ input: NewFile, of caller: Caller) async throws {
        let hasSwept = try await database.transaction(for: caller) { try await FileUploadRepository($0).sweep() }
        if hasSwept {
            await deferredDeletion.erase(in: caller.tenant.id)
        }
        try await database.transaction(for: caller) { transaction in
            let uploads = FileUploadRepository(transaction)
            if let existing = try await FileRepository(transaction).existing(input.fileID) {
                guard existing.isSame(as: input, size: input.content.count, of: caller) else { throw Problem(.idTaken) }
                return
            }
            let room = try await uploads.room(of: caller.userID)
            guard room.unattached < FileRules.unattached else { throw Problem(.limitReached) }
            guard room.used + input.content.count <= room.allowed else { throw Problem(.storageFull) }
        }
    }

    private func store(_ body: ReceivedBody, _ type: String, _ input: NewFile, of caller: Caller) async throws -> Created<File> {
        try await database.transaction(for: caller) { transaction in
            let (files, uploads) = (FileRepository(transaction), FileUploadRepository(transaction))
            try await uploads.lock(input.fileID)
            if let existing = try await files.existing(input.fileID) {
                try await RequireLoggedIn(transaction: transaction)(caller)
                return try repeated(existing, body, input, caller)
            }
            let contentID = UUID.version7(at: transaction.now)
            for number in FileRules.chunks(of: 0..<body.size) {
                let bytes = try await body.bytes(FileRules.range(ofChunk: number, size: body.size))
                try await uploads.insert(bytes, number: number, of: contentID)
            }
            try await RequireLoggedIn(transaction: transaction)(caller)
            try await SpendAllowance(transaction: transaction)(.files, of: caller.userID)
            try await uploads.insert(input, size: body.size, type: type, sha256: body.sha256, contentID: contentID, by: caller.userID)
            let room = try await uploads.room(of: caller.userID)
            guard room.unattached <= FileRules.unattached else { throw Problem(.limitReached) }
            guard room.used <= room.allowed else { throw Problem(.storageFull) }
            guard let made = try await files.existing(input.fileID) else { throw Problem(.notFound) }
            return Created(made.file)
        }
    }

    /// Returns the file that an earlier request with the same id uploaded.
    /// - Throws: `idTaken` unless the earlier request uploaded the same bytes under the same name.
    private func repeated(
        _ existing: FileRepository.Existing, _ body: ReceivedBody, _ input: NewFile, _ caller: Caller
    ) throws -> Created<File> {
        guard existing.isSame(as: input, size: body.size, of: caller), existing.file.sha256 == body.sha256 else { throw Problem(.idTaken) }
        return Created(existing.file, isNew: false)
    }
}

extension FileRepository.Existing {
    /// Returns whether an equal request may have stored this file: uploader, name and size are the same. The bytes
    /// aren't compared.
    fileprivate func isSame(as input: NewFile, size: Int, of caller: Caller) -> Bool {
        uploaderID == caller.userID && file.name == input.name && file.size == size
    }
}
