import DavenportAPI
import Foundation
import Pictures
import Secrets

extension UseCases {
    /// Uploads a file for the caller.
    ///
    /// The server spools the whole file before it writes any of it to the database. So a slow sender holds no connection to
    /// the database, and the database never contains a partial file. A picture is decoded in between, and stored as that made it.
    public func createFile(_ caller: Caller, _ input: NewFile) async throws -> Created<File> {
        let use = try fileUse(of: input.kind, in: caller.tenant)
        guard input.content.count > 0 else { throw Problem.invalid("content", .tooShort, "must have at least one byte") }
        guard input.kind != .picture || input.content.count <= PictureLimits.sentBytes else { throw Problem(PictureRefusal.tooLarge) }
        try await admit(input, of: caller, for: use)
        var finder = FileTypeFinder(declared: input.content.type)
        return try await spool.take(input.content, of: caller, noting: { finder.add($0) }) { body in
            let type = finder.type
            // The file counts as received when its last byte has arrived.
            var caller = caller
            caller.request.receivedAt = database.clock.now
            if input.kind == .picture { return try await storePicture(body, input, of: caller, for: use) }
            return try await spool.copy { [caller] in
                try await store(.init(type: type, size: body.size, sha256: body.sha256), input, of: caller, for: use) {
                    try await body.bytes($0)
                }
            }
        }
    }

    /// Checks whether the file can be stored before the server reads the file's bytes, and refuses the upload
    /// otherwise. Expired files are deleted first, even if this file is then refused.
    private func admit(_ input: NewFile, of caller: Caller, for use: FileUse) async throws {
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
            let room = try await uploads.room(of: caller.userID, for: use)
            guard room.unattached < FileRules.unattached else { throw Problem(.limitReached) }
            guard room.used + input.content.count <= room.allowed else { throw Problem(.storageFull) }
        }
    }

    /// Decodes a picture, and stores what that made. It counts before it is decoded, so that a bad picture counts too. A repeated
    /// upload isn't decoded again.
    private func storePicture(_ body: ReceivedBody, _ input: NewFile, of caller: Caller, for use: FileUse) async throws -> Created<File> {
        let repeated: Created<File>? = try await database.transaction(for: caller) { transaction in
            try await RequireLoggedIn(transaction: transaction)(caller)
            if let existing = try await FileRepository(transaction).existing(input.fileID) {
                return try self.repeated(existing, body.size, body.sha256, input, caller)
            }
            try await SpendAllowance(transaction: transaction)(use.allowance, of: caller.userID)
            return nil
        }
        if let repeated { return repeated }
        // A person's pictures wait for each other here, so that few of them are in memory.
        return try await pictureUploads.take(caller.userID) { _ in
            let picture = try await decoded(body, of: caller)
            let content = FileUploadRepository.Content(
                type: picture.format.mediaType, size: picture.bytes.count, sha256: Digest.sha256(picture.bytes).hexadecimal,
                picture: (picture, body.size, body.sha256))
            return try await store(content, input, of: caller, for: use) { Array(picture.bytes[$0]) }
        }
    }

    /// Decodes a picture outside of this process.
    /// - Throws: `invalid`, naming `content`; `unavailable`.
    private func decoded(_ body: ReceivedBody, of caller: Caller) async throws -> DecodedPicture {
        guard let decoder else { throw Problem.unavailable(retryAfter: Spool.retryAfter) }
        do {
            return try await decoder.decode(for: "\(caller.tenant.id)") { try body.read() }
        } catch is PictureDecoderBusy {
            throw Problem.unavailable(retryAfter: Spool.retryAfter)
        } catch let refusal as PictureRefusal {
            throw Problem(refusal)
        }
    }

    private func store(
        _ content: FileUploadRepository.Content, _ input: NewFile, of caller: Caller, for use: FileUse,
        _ bytes: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
    ) async throws -> Created<File> {
        try await database.transaction(for: caller) { transaction in
            let (files, uploads) = (FileRepository(transaction), FileUploadRepository(transaction))
            try await uploads.lock(input.fileID)
            if let existing = try await files.existing(input.fileID) {
                try await RequireLoggedIn(transaction: transaction)(caller)
                let sent = content.picture.map { ($0.sentSize, $0.sentSHA256) } ?? (content.size, content.sha256)
                return try repeated(existing, sent.0, sent.1, input, caller)
            }
            let contentID = UUID.version7(at: transaction.now)
            for number in FileRules.chunks(of: 0..<content.size) {
                let chunk = try await bytes(FileRules.range(ofChunk: number, size: content.size))
                try await uploads.insert(chunk, number: number, of: contentID)
            }
            if let picture = content.picture {
                try await uploads.insert(picture.decoded.thumbnail, number: FileRules.thumbnail, of: contentID)
            }
            try await RequireLoggedIn(transaction: transaction)(caller)
            if content.picture == nil { try await SpendAllowance(transaction: transaction)(use.allowance, of: caller.userID) }
            try await uploads.insert(input, content, contentID: contentID, by: caller.userID)
            let room = try await uploads.room(of: caller.userID, for: use)
            guard room.unattached <= FileRules.unattached else { throw Problem(.limitReached) }
            guard room.used <= room.allowed else { throw Problem(.storageFull) }
            guard let made = try await files.existing(input.fileID) else { throw Problem(.notFound) }
            return Created(made.file)
        }
    }

    /// Returns the file that an earlier request with the same id uploaded.
    /// - Throws: `idTaken` unless the earlier request uploaded the same bytes under the same name.
    private func repeated(
        _ existing: FileRepository.Existing, _ size: Int, _ sha256: String, _ input: NewFile, _ caller: Caller
    ) throws -> Created<File> {
        guard existing.isSame(as: input, size: size, of: caller), existing.sentSHA256 == sha256 else { throw Problem(.idTaken) }
        return Created(existing.file, isNew: false)
    }
}

extension FileRepository.Existing {
    /// Returns whether an equal request may have stored this file: uploader, kind, name and size are the same. The bytes
    /// aren't compared.
    fileprivate func isSame(as input: NewFile, size: Int, of caller: Caller) -> Bool {
        uploaderID == caller.userID && kind == input.kind && file.name == input.name && sentSize == size
    }
}

extension Problem {
    /// The problem that says why a picture isn't taken (rule 28.2).
    fileprivate init(_ refusal: PictureRefusal) {
        let (side, pixels) = (PictureLimits.side, PictureLimits.pixels / 1_000_000)
        self =
            switch refusal {
            case .unknownFormat: .invalid("content", .notAllowed, "must be a PNG, JPEG, WebP or GIF")
            case .damaged: .invalid("content", .malformed, "must be a picture that can be decoded")
            case .tooManyPixels:
                .invalid("content", .outOfRange, "must have at most \(pixels) million pixels, and at most \(side) on each side")
            case .tooManyFrames:
                .invalid("content", .outOfRange, "must have at most \(PictureLimits.frames) frames, and not too large ones")
            case .tooLarge: .invalid("content", .tooLong, "must have at most \(PictureLimits.sentBytes) bytes")
            }
    }
}
