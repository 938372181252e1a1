import DavenportAPI
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers a file: all of it, a range, or that it has not changed. Its bytes are taken from where they are as fast as they are read.
enum DownloadWriter {
    /// - Throws: `rangeNotSatisfiable`.
    static func response(_ file: Download, to request: Request) throws -> Response {
        let tag = "\"\(file.sha256)\""
        var headers = headers(file, tag)
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        switch range(of: file, tag, request) {
        case .none: throw Problem.rangeNotSatisfiable(of: file.size)
        case .all: return Response(status: .ok, headers: headers, body: body(file.bytes))
        case .some(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: body(file[range]))
        }
    }

    /// A document that is made as it is taken, and kept nowhere between.
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

    /// Where one has a part of other bytes than these, all are answered. Only the very tag counts: a time would be too coarse.
    private static func range(of file: Download, _ tag: String, _ request: Request) -> ByteRange {
        if let held = request.headers[.ifRange], held != tag { return .all }
        return ByteRange(request.headers[.range], of: file.size)
    }

    /// It is kept, never shown in place: neither a page nor a picture of somebody's may run here.
    private static func headers(_ file: Download, _ tag: String) -> HTTPFields {
        [
            .contentType: MediaType.header(file.type), .cacheControl: "private, no-cache", .eTag: tag, .acceptRanges: "bytes",
            .contentDisposition: disposition(file.name), .contentSecurityPolicy: closed,
        ]
    }

    private static let closed = "sandbox; default-src 'none'"

    /// With the name as it is, and for clients that know ASCII alone with `_` for everything else (RFC 6266, appendix D).
    private static func disposition(_ name: String) -> String {
        "attachment; filename=\"\(plain(name))\"; filename*=UTF-8''\(encoded(name))"
    }

    /// Without what would end the quotes, or be decoded by some clients.
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

    /// As RFC 8187 has it: letters, digits and a few marks of ASCII, everything else as its bytes in hexadecimal.
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
