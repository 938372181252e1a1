import COpenSSL

/// Makes random bytes for keys, tokens and codes.
public enum Randomness {
    /// Returns `count` random bytes, 0 or more. They come from OpenSSL's generator, which the operating system seeds.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            // It fails only if the system has no randomness. Going on would give out secrets that others can guess, and no
            // caller could handle the error. So the program stops.
            precondition(count == 0 || RAND_bytes(output.baseAddress, CInt(count)) == 1, "the system has no randomness to give")
            initialized = count
        }
    }
}
