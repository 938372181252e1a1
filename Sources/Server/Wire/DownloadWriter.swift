import DavenportAPI
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers a download with the whole file, a range of it, or 304 (Not Modified). It reads the bytes from their source
/// only as fast as the client receives them.
enum DownloadWriter {
    /// Returns the response for a stored file.
    /// - Throws: `rangeNotSatisfiable` if the requested range has no byte of the file.
    static func response(_ file: Download, to request: Request) throws -> Response {
        let tag = "\"\(file.sha256)\""
        var headers = headers(file, tag)
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) { return .notModified(headers) }
        switch range(of: file, tag, request) {
        case .none: throw Problem.rangeNotSatisfiable(of: file.size)
        case .all: return Response(status: .ok, headers: headers, body: body(file.bytes))
        case .some(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(file[range]))
        }
    }

    /// Returns the response for a document that isn't stored and is generated while it is sent.
    static func response(_ document: Attachment) -> Response {
        let headers: HTTPFields = [
            .contentType: MediaType.header(document.type), .cacheControl: "no-store", .contentDisposition: disposition(document.name),
            .contentSecurityPolicy: closed,
        ]
        let body = ResponseBody { writer in
            try await document.write { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Returns the range of the file's bytes to send. If the header `If-Range` shows that the client's partial copy is
    /// of another version, the range is the whole file. Only an entity tag in this header identifies a version, because
    /// a time would be too coarse.
    private static func range(of file: Download, _ tag: String, _ request: Request) -> ByteRange {
        if let held = request.headers[.ifRange], held != tag { return .all }
        return ByteRange(request.headers[.range], of: file.size)
    }

    /// Returns the headers of a file. They make the browser save the file and never display it, so that no user's page
    /// or image can run scripts at this origin.
    private static func headers(_ file: Download, _ tag: String) -> HTTPFields {
        [
            .contentType: MediaType.header(file.type), .cacheControl: "private, no-cache", .eTag: tag, .acceptRanges: "bytes",
            .contentDisposition: disposition(file.name), .contentSecurityPolicy: closed,
        ]
    }

    private static let closed = "sandbox; default-src 'none'"

    /// Returns the value of `Content-Disposition`. It has the file's name twice: in UTF-8, and for old clients in
    /// ASCII, with `_` in place of all other characters (RFC 6266, appendix D).
    private static func disposition(_ name: String) -> String {
        "attachment; filename=\"\(plain(name))\"; filename*=UTF-8''\(encoded(name))"
    }

    /// Returns the name with some characters replaced by `_`. These are all characters outside ASCII, those that would
    /// end the quoted string, and `%`, which some clients would decode.
    private static func plain(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" && $0 != "%" ? $0 : "_" }))
    }

    private static func body(_ bytes: ByteStream) -> ResponseBody {
        ResponseBody(contentLength: bytes.count) { writer in
            for try await part in bytes { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
    }

    /// Encodes a name as RFC 8187 defines: ASCII letters, digits and a few marks stay as they are, and each other byte
    /// becomes `%` and two hexadecimal digits.
    private static func encoded(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            let isPlain =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
                default: false
                }
            let digits = String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }
    }
}
