import DavenportAPI
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
                    rules: ["number": .field(.integer(FileRules.thumbnail...1000)), "bytes": .bytes(upTo: FileRules.chunk)])
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
    /// Accepts what something keeps of its pictures. Whether their facts are right is checked when all rows are there.
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
