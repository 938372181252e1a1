/// Finds the empty line that ends a head, wherever the network cut the bytes.
struct HeadEnd {
    /// How many bytes of CR LF CR LF came last.
    private var matched = 0

    /// How many of the bytes belong to what the first empty line ends; nil where there is none.
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
