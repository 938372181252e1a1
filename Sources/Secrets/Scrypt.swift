import COpenSSL

extension ScryptParameters {
    /// Runs scrypt (RFC 7914): derives `length` bytes from the password's UTF-8 and the salt. Keeps the thread busy
    /// meanwhile.
    ///
    /// - Throws: `PasswordHasherError.outOfMemory`.
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
