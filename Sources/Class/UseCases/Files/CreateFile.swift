import DavenportAPI
import Domain
import Foundation

/// Stores a file of the caller's. It comes in as a whole before the database has any of it, so that who sends slowly holds nothing there,
/// and nothing half is ever in it.
public struct CreateFile: UseCase {
    private let database: Database
    private let spool: Spool
    private let deferredDeletion: DeferredDeletion

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        spool = dependencies.spool
        deferredDeletion = dependencies.deferredDeletion
    }

    public func callAsFunction(_ caller: Caller, _ input: NewFile) async throws -> Created<File> {
        guard input.content.count > 0 else { throw Problem.invalid("content", .tooShort, "must have a byte at least") }
        try await admit(input, of: caller)
        var finder = FileTypeFinder(declared: input.content.type)
        return try await spool.take(input.content, of: caller, noting: { finder.add($0) }) { body in
            let type = finder.type
            // It is there from the moment at which all of it was.
            return try await Receipt.$moment.withValue(database.clock.now) {
                try await spool.copy { try await store(body, type, input, of: caller) }
            }
        }
    }

    /// Refuses what can't be stored before any of it comes. Whatever nobody has named in time goes first, for good also where this is
    /// refused then.
    private func admit(_ input: NewFile, of caller: Caller) async throws {
        if try await database.transaction(in: caller.tenant.id, { try await FileUploadRepository($0).sweep() }) {
            await deferredDeletion.erase(in: caller.tenant.id)
        }
        try await database.transaction(in: caller.tenant.id) { transaction in
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

    private func store(_ body: Spooled, _ type: String, _ input: NewFile, of caller: Caller) async throws -> Created<File> {
        try await database.transaction(in: caller.tenant.id) { transaction in
            let (files, uploads) = (FileRepository(transaction), FileUploadRepository(transaction))
            try await uploads.lock(input.fileID)
            if let existing = try await files.existing(input.fileID) {
                try await RequirePresence(transaction: transaction)(caller)
                return try repeated(existing, body, input, caller)
            }
            let contentID = UUID.version7(at: transaction.now)
            for number in FileRules.chunks(of: 0..<body.size) {
                let bytes = try await body.bytes(FileRules.range(ofChunk: number, size: body.size))
                try await uploads.insert(bytes, number: number, of: contentID)
            }
            try await RequirePresence(transaction: transaction)(caller)
            try await SpendAllowance(transaction: transaction)(.files, of: caller.userID)
            try await uploads.insert(input, size: body.size, type: type, sha256: body.sha256, contentID: contentID, by: caller.userID)
            let room = try await uploads.room(of: caller.userID)
            guard room.unattached <= FileRules.unattached else { throw Problem(.limitReached) }
            guard room.used <= room.allowed else { throw Problem(.storageFull) }
            guard let made = try await files.existing(input.fileID) else { throw Problem(.notFound) }
            return Created(made.file)
        }
    }

    /// The file of a request that came before: as it is, where it is the same request.
    private func repeated(
        _ existing: FileRepository.Existing, _ body: Spooled, _ input: NewFile, _ caller: Caller
    ) throws -> Created<File> {
        guard existing.isSame(as: input, size: body.size, of: caller), existing.file.sha256 == body.sha256 else { throw Problem(.idTaken) }
        return Created(existing.file, isNew: false)
    }
}

extension FileRepository.Existing {
    /// Whether it may be what the same request has stored before: of the same person, name and size.
    fileprivate func isSame(as input: NewFile, size: Int, of caller: Caller) -> Bool {
        uploaderID == caller.userID && file.name == input.name && file.size == size
    }
}
