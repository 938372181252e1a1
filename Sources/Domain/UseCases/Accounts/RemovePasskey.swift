import DavenportAPI

extension UseCases {
    /// Removes a passkey of the caller. Somebody without a password keeps the last one that works.
    public func removePasskey(_ caller: Caller, _ input: PasskeyReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let me = try await Ownership.session.lock(caller, transaction)
            let passkeys = PasskeyRepository(transaction)
            let known = try await passkeys.stored(of: me.id)
            guard let passkey = known.first(where: { $0.id == input.passkeyID }) else { throw Problem(.notFound) }
            if me.hasPassword != true {
                // Passkeys for a host that the community doesn't have any more log nobody in.
                let isOnlyOne = !known.contains { $0.id != passkey.id && $0.rpID == passkey.rpID }
                let (host, _) = try await passkeyHost(of: caller, transaction)
                if isOnlyOne, passkey.rpID == host.name { throw Problem(.lastPasskey) }
            }
            guard try await passkeys.delete(passkey.id) else { throw Problem(.notFound) }
            try await transaction.audit(.passkeyRemoved, by: .user(me.id), on: passkey.id)
            return NoContent()
        }
    }
}
