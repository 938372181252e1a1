extension [UInt8] {
    /// The bytes without UTF-8's byte order mark at their beginning. Editors, .NET and spreadsheets write one before text,
    /// and a reader may ignore it before JSON (RFC 8259, 8.1).
    package var withoutByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}
