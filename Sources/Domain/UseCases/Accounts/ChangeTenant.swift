import DavenportAPI

extension UseCases {
    /// Lets owners change what their tenant says of itself.
    public func changeTenant(_ caller: Caller, _ input: TenantChange) async throws -> TenantInfo {
        try await database.transaction(for: caller) { transaction in
            try await TenantAppearance(transaction: transaction, actor: .user(caller.userID)).describe(input.description)
            return try await info(of: caller.tenant, transaction)
        }
    }

    /// Lets owners set their tenant's picture, without its metadata.
    public func setTenantPicture(_ caller: Caller, _ input: NewAvatar) async throws -> TenantInfo {
        let picture = try StrippedPicture(showing: input)
        return try await database.transaction(for: caller) { transaction in
            try await TenantAppearance(transaction: transaction, actor: .user(caller.userID)).show(picture)
            return try await info(of: caller.tenant, transaction)
        }
    }

    /// Lets owners delete their tenant's picture. It does nothing if there is none.
    public func deleteTenantPicture(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await TenantAppearance(transaction: transaction, actor: .user(caller.userID)).show(nil)
        }
        return NoContent()
    }
}

/// Changes what everybody sees of a tenant, and records who did so. What changes nothing isn't recorded.
struct TenantAppearance {
    let transaction: TenantTransaction
    let actor: AuditActor

    func describe(_ description: Patch<String>) async throws {
        guard description != .keep else { return }
        let text = description.applied(to: nil)
        guard try await TenantRepository(transaction).setDescription(text) else { return }
        try await transaction.audit(.descriptionChanged, by: actor, detail: text == nil ? "removed" : nil)
    }

    /// Shows a picture; nil for none.
    func show(_ picture: StrippedPicture?) async throws {
        let pictures = TenantPictureRepository(transaction)
        let isChanged = if let picture { try await pictures.set(picture) } else { try await pictures.delete() }
        guard isChanged else { return }
        try await transaction.audit(.pictureChanged, by: actor, detail: picture == nil ? "removed" : nil)
    }
}
