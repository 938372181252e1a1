import Foundation
import HTTPTypes
import TestSupport
import UntrustedText

@testable import DavenportAPI
@testable import Server

extension Parser {
    /// Parsers of texts, and of bodies of every endpoint.
    static let texts = [
        Parser("text", ["Severance", "a\u{301}b", "Grüße 👩‍👩‍👧", "ﬃ"], words: UnusualValues.texts) { text in
            try require(text.nfc.nfc == text.nfc, "NFC is as it is")
            let written = JSONValue.string(text).description
            try require(
                try JSONDecoder().decode(String.self, from: Data(written.utf8)).utf8.elementsEqual(text.utf8), "JSON holds any text")
            try require(text.trimmed.nfc.trimmed.unicodeScalars.count <= text.nfc.unicodeScalars.count, "trimming leaves no more")
            try require(text.folded.utf8.elementsEqual(text.folded.folded.utf8), "what is folded stays: \(Array(text.unicodeScalars))")
        },
        Parser("json-syntax", ["{\"a\": [1, {\"b\": \"]\\\"[\"}]}", "[-1.5e+3]", "\"\\u0301\""], words: InputBody.words) { text in
            try JSONAgreement.check(Array(text.utf8))
        },
        Parser("subtitles", SubtitleFile.examples, words: SubtitleFile.words) { text in try SubtitleFile.check(Array(text.utf8)) },
        Parser("watch-history", HistoryFile.examples, words: HistoryFile.words) { text in try HistoryFile.check(Array(text.utf8)) },
        Parser("json-body", InputBody.examples, words: InputBody.words) { text in try InputBody.check(Array(text.utf8)) },
    ]
}

/// Compares the JSON check with Foundation's parser.
enum JSONAgreement {
    /// Requires that Foundation accepts what the check accepts, except numbers beyond `Double`.
    static func check(_ bytes: [UInt8]) throws {
        guard (try? JSONSyntax.check(bytes)) != nil else { return }
        let isRead = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        let mayOverflow = bytes.contains { $0 | 0x20 == UInt8(ascii: "e") } || bytes.count > 300
        try require(isRead || mayOverflow, "what is taken is JSON")
        try require(String(decoding: bytes, as: UTF8.self).isStreamSafe, "what is taken is normalised in no time")
    }
}

/// A JSON body, parsed as the input of every endpoint that takes one.
enum InputBody {
    private static let declared = Endpoints.all.filter { $0.method.hasBody && $0.body == .json }

    /// The document's examples.
    static let examples: [String] = {
        let schemas = (try? Contract.document.get())?["components"]?["schemas"]
        return (schemas?.members ?? []).flatMap { $0.value["examples"]?.elements ?? [] }.filter { !$0.members.isEmpty }.map(\.description)
    }()

    static let words: [String] =
        ["null", "true", "{}", "[]", "\"\"", "\\ud800", "\\u0000", "{\"a\":", "[", "]", "}", ",", ":", "\"id\":"] + UnusualValues.times

    /// Requires that no input traps, and that accepted ones are valid by the document's schema.
    static func check(_ bytes: [UInt8]) throws {
        guard let object = try? RequestReader.object(in: bytes) else { return }
        let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        for endpoint in declared { try check(endpoint, object, value) }
    }

    private static func check(_ endpoint: some EndpointDeclaration, _ object: KeyedDecodingContainer<FieldName>, _ value: JSONValue?) throws
    {
        let path = Dictionary(endpoint.pathParameters.map { ($0, UUID().uuidString) }) { $1 }
        var fields = Fields(path: path, query: [:], body: object)
        _ = endpoint.input.init(&fields)
        guard fields.faults.isEmpty, let value else { return }
        let document = try Contract.document.get()
        let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]
        guard let schema = operation?["requestBody"]?["content"]?["application/json"]?["schema"] else { return }
        let faults = SchemaCheck(document: document).faults(value, schema, at: endpoint.name, isClosed: false)
        try require(faults.isEmpty, "what is taken fits the document: \(faults)")
    }
}

/// A file of a history from another service.
enum HistoryFile {
    static let examples = [
        #"[{"watched_at":"2025-01-01T20:00:00.000Z","type":"movie","movie":{"title":"Heat","year":1995,"ids":{"tmdb":949}}}]"#,
        """
        key,s_id,s_no,ep_no,created_at,type,movie_name,release_date
        watch-episode-1,7,1,2,2025-01-01 20:00:00,watch,\"a b\",1995
        """,
    ]

    static let words = [
        "\"", "\"\"", ",", "\r\n", "\"tmdb\":", "\"type\":\"episode\"", "2025-01-01 20:00:00", "watch-episode-", "null", "{}",
    ]

    /// Requires that a server takes every item that is read.
    static func check(_ bytes: [UInt8]) throws {
        for name in ["watched-history.json", "watched-shows.json", "tracking-prod-records-v2.csv", "tracking-prod-records.csv"] {
            let file = WatchHistory.File(name: name, bytes: bytes)
            let items = ((try? WatchHistory.trakt([file])) ?? []) + ((try? WatchHistory.tvTime([file])) ?? [])
            for request in WatchHistory.requests(items) {
                let object = try RequestReader.object(in: [UInt8](try JSONEncoder.wire.encode(request)))
                var fields = Fields(path: [:], query: [:], body: object)
                _ = HistoryItems(&fields)
                try require(fields.faults.isEmpty, "what is read is taken: \(fields.faults)")
            }
        }
    }
}

/// A file of subtitles.
enum SubtitleFile {
    static let examples = [
        "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello.</i>\n\n2\n00:15:43,000 --> 00:15:45,000 X1:7\nthat\nhallway\n",
        "WEBVTT - a\n\nNOTE\nb\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ada>a &amp; <00:00:01.500>b\n",
    ]

    static let words = ["-->", "\r\n\r\n", "\n\n", "00:", ",000", "<i>", "</", "{\\an8}", "&amp;", "NOTE", "\u{FEFF}"]

    /// Requires that a comment can quote every cue, and that a fault names a line of the file.
    static func check(_ bytes: [UInt8]) throws {
        let skipped = try? SubtitleParser.cues(in: bytes, skippingFaults: true)
        do {
            let cues = try SubtitleParser.cues(in: bytes)
            try require(skipped == cues, "a right file has no faults to skip")
            try require(zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }, "cues are sorted")
            let areValid = cues.allSatisfy { cue in
                let isInTime = SubtitleLimits.times.contains(cue.start) && SubtitleLimits.times.contains(cue.end) && cue.start <= cue.end
                return isInTime && FieldType.commentQuote.refusal(of: .string(cue.text)) == nil
            }
            try require(areValid && cues.count <= SubtitleParser.most, "every cue can be quoted")
        } catch let fault as SubtitleFault {
            let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
            try require((1...lines).contains(fault.line), "a fault is in a line: \(fault)")
        }
    }
}
