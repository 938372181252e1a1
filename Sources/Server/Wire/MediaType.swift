/// Validates stored media types before they are sent in the header `Content-Type`. A user may have chosen the stored
/// text. Only a text in the form of a media type is sent, because other text could inject another header.
enum MediaType {
    /// Returns the value of `Content-Type` for a stored media type.
    /// - Parameter stored: the media type that the database has for the file.
    /// - Returns: the same media type, or `application/octet-stream` if it is invalid.
    static func header(_ stored: String) -> String {
        let parts = stored.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isType = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && stored.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isType ? stored : "application/octet-stream"
    }
}
