import COpenSSL

/// Converts between the two formats of an ES256 signature: OpenSSL's DER, whose length varies, and the 64 bytes that
/// tokens contain (RFC 7518, 3.4).
enum ES256Signature {
    private static let half: CInt = 32

    static func raw(der: some Collection<UInt8>) -> [UInt8] {
        let der = Array(der)
        let signature = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &start, bytes.count)
        }
        defer { ECDSA_SIG_free(signature) }
        return [UInt8](unsafeUninitializedCapacity: 64) { output, count in
            let second = output.baseAddress?.advanced(by: 32)
            // OpenSSL wrote the DER itself, and on P-256 neither number is longer than 32 bytes.
            precondition(
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), output.baseAddress, half) == half
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), second, half) == half, "OpenSSL made no signature of 64 bytes")
            count = 64
        }
    }

    /// Returns a signature of 64 bytes in DER; nil for another number of bytes.
    static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64 else { return nil }
        let signature = ECDSA_SIG_new()
        defer { ECDSA_SIG_free(signature) }
        // The signature owns the numbers from here on. It refuses them only if there was no memory to make them.
        let isSet = ECDSA_SIG_set0(signature, BN_bin2bn(raw, half, nil), BN_bin2bn(Array(raw[32...]), half, nil)) == 1
        precondition(isSet, "OpenSSL has no memory for two numbers")
        var der = [UInt8](repeating: 0, count: Int(i2d_ECDSA_SIG(signature, nil)))
        der.withUnsafeMutableBufferPointer { bytes in
            var start = bytes.baseAddress
            _ = i2d_ECDSA_SIG(signature, &start)
        }
        return der
    }
}
