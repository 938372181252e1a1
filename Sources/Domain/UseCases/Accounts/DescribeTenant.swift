import DavenportAPI

extension UseCases {
    /// Lets an operator change what everybody sees of a tenant.
    /// - Parameter picture: the bytes of an image. Nil keeps the picture, and no bytes remove it.
    /// - Returns: what everybody sees then.
    /// - Throws: `unsupportedMediaType` or `invalid` for the picture.
    public func describeTenant(_ tenant: Tenant, _ input: TenantChange, picture: [UInt8]?) async throws -> TenantInfo {
        let shown = try picture.flatMap { bytes in
            try bytes.isEmpty ? nil : StrippedPicture(showing: NewAvatar(image: bytes))
        }
        return try await database.transaction(in: tenant.id) { transaction in
            let appearance = TenantAppearance(transaction: transaction, actor: .operator)
            try await appearance.describe(input.description)
            if picture != nil { try await appearance.show(shown) }
            return try await info(of: tenant, transaction)
        }
    }
}
