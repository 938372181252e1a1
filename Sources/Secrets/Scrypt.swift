import COpenSSL

extension ScryptParameters {
    /// Derives `length` bytes from the UTF-8 of the password and the salt with scrypt (RFC 7914). It blocks the thread
    /// while it computes.
    ///
    /// - Throws: `PasswordHasherError.outOfMemory` if the system has no memory for the hash.
    func derive(_ length: Int, password: String, salt: [UInt8]) throws(PasswordHasherError) -> [UInt8] {
        let password = password.utf8.map { CChar(bitPattern: $0) }
        // By default OpenSSL refuses more than 32 MiB. This is the memory that it computes for these parameters.
        let memory = UInt64(128 * r * (n + p + 2))
        var key = [UInt8](repeating: 0, count: length)
        guard EVP_PBE_scrypt(password, password.count, salt, salt.count, UInt64(n), UInt64(r), UInt64(p), memory, &key, length) == 1 else {
            ERR_clear_error()
            throw .outOfMemory
        }
        return key
    }
}
