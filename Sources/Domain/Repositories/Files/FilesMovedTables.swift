import DavenportAPI
import Foundation
import Pictures
import Postgres

// The tables of files in the archive of a tenant that moves to another cluster (rules 15).

extension [ExportedTable] {
    static let files = [
        ExportedTable(
            "files", by: ["content_id"],
            parts: [
                ExportedTable(
                    "file_chunks", where: FileDerivation.isNamed,
                    rules: ["number": .field(.integer(FileRules.thumbnail...1000)), "bytes": .fileChunk])
            ],
            rules: [
                "name": .field(.fileName), "type": .text("must be a known file type", FileTypeFinder.canFind),
                "size": .field(.integer(1...FileLimits.size)), "sent_size": .field(.integer(1...FileLimits.size)),
            ]),
        ExportedTable("file_usage"),
        ExportedTable("picture_usage"),
    ]
}

extension ColumnRule {
    /// Accepts the bytes of a chunk. Those of a thumbnail, which no digest covers, must be of the format that it is served as.
    fileprivate static let fileChunk = ColumnRule(besides: { value, row in
        let isThumbnail = row["number"] == .integer(FileRules.thumbnail)
        if let reason = bytes(upTo: isThumbnail ? PictureLimits.thumbnailBytes : FileRules.chunk).refusal(value, row) { return reason }
        return isThumbnail && value.text.map(isWebP) != true ? "must be a thumbnail in WebP" : nil
    })

    /// Returns whether bytes in base64 begin as a WebP file does: with `RIFF`, four bytes of length, and `WEBP`.
    private static func isWebP(_ base64: String) -> Bool {
        let head = Data(base64Encoded: String(base64.prefix(16))) ?? Data()
        return head.count == 12 && head.starts(with: Data("RIFF".utf8)) && head.dropFirst(8).elementsEqual(Data("WEBP".utf8))
    }

    /// Accepts the column in which a comment, for example, stores the facts of its pictures. Whether they match the
    /// files is checked once all rows are imported.
    package static let pictures = ColumnRule {
        guard case .list(let pictures) = $0, (1...10).contains(pictures.count) else { return "must be a list of pictures" }
        for picture in pictures {
            guard case .object(let facts) = picture, facts.allSatisfy({ rules[$0.name] != nil }) else {
                return "must be a list of pictures"
            }
            let refusals = facts.lazy.compactMap { fact in rules[fact.name]?.refusal(fact.value, [:]).map { "\(fact.name) \($0)" } }
            if let refusal = refusals.first { return "must be a list of pictures, whose \(refusal)" }
        }
        return nil
    }

    private static let rules: [String: ColumnRule] = [
        "id": .field(.uuid), "alternative": .field(.alternativeText), "size": .field(.integer(1...FileLimits.size)),
        "width": .field(.integer(1...PictureLimits.side)), "height": .field(.integer(1...PictureLimits.side)),
        "type": .text("must be a picture's media type") { FileLimits.pictureTypes.contains($0) },
    ]
}
