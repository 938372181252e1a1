/// What answers may say in `Content-Type`. A stored type may be anybody's: only one that has the form of a type becomes a header, so that
/// it can't end the header and begin another.
enum MediaType {
    /// - Parameter stored: what the database says of bytes.
    /// - Returns: the same, or the type of what nobody knows.
    static func header(_ stored: String) -> String {
        let parts = stored.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isType = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && stored.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isType ? stored : "application/octet-stream"
    }
}
