import COpenSSL

/// Random bytes fit for keys, tokens and codes.
public enum Randomness {
    /// That many bytes (0 or more) of OpenSSL's generator, which the operating system seeds.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            // It fails only when the system has no randomness to give. A program that went on would hand out secrets which others
            // can guess; no caller could do anything about it. So it stops.
            precondition(count == 0 || RAND_bytes(output.baseAddress, CInt(count)) == 1, "the system has no randomness to give")
            initialized = count
        }
    }
}
