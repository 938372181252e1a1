/// Finds the empty line that ends a head, even if it is split across reads.
struct HeadEnd {
    /// The number of bytes of CR LF CR LF that have matched so far.
    private var matched = 0

    /// Returns the number of bytes up to and including the first empty line, or nil if there is none.
    mutating func find(in bytes: some Sequence<UInt8>) -> Int? {
        var count = 0
        for byte in bytes {
            count += 1
            switch (matched, byte) {
            case (3, 0x0A):
                matched = 0
                return count
            case (1, 0x0A): matched = 2
            case (2, 0x0D): matched = 3
            case (_, 0x0D): matched = 1
            default: matched = 0
            }
        }
        return nil
    }
}
