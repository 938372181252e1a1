import DavenportAPI
import Foundation

extension Download {
    /// Creates a download from the head of an answer and its stream; nil if the answer isn't a file.
    init?(_ response: Transport.StreamedResponse) {
        let headers = response.head.headers
        guard let type = headers["content-type"], let tag = headers["etag"] else { return nil }
        self.init(
            type: type, name: Self.name(headers["content-disposition"]), sha256: tag.trimmingCharacters(in: ["\""]),
            size: response.body.count
        ) { _ in response.body }
    }

    /// Reads the file name from the header `Content-Disposition` (RFC 8187); empty if the header has none.
    static func name(_ header: String?) -> String {
        guard let header, let range = header.range(of: "filename*=UTF-8''") else { return "" }
        return header[range.upperBound...].prefix { $0 != ";" }.removingPercentEncoding ?? ""
    }
}
