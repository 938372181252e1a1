import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import UntrustedText

struct TenantContact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact", abstract: "Show or change where a tenant's members can turn to, and its terms.",
        discussion: """
            Both stand in GET /v1/tenant, for everybody to see. What isn't named stays as it is, and an empty text removes it.

              davenport tenant contact sofa --contact help@example.org --terms https://example.org/terms
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "An e-mail address, or a URL that begins with https://.")
    var contact: String?
    @Option(help: "A URL that begins with https://.")
    var terms: String?
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let changed = try await ChangeTenantModeration(useCases).setContact(contact, terms: terms, of: tenant)
            print("contact  \(changed.contact?.escapedForTerminal ?? "none")")
            print("terms    \(changed.terms?.escapedForTerminal ?? "none")")
        }
    }
}

struct TenantFilter: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter", abstract: "Show or replace the words that a tenant filters.",
        discussion: """
            A word matches whole words; one that ends with * matches beginnings. An empty file turns the filter off.

              davenport tenant filter sofa --words words.txt --action refuse
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "A file with one word a line, or - for standard input.")
    var words: String?
    @Option(help: "refuse, or report: take the text and make a report. Stays as it is unless given.")
    var action: FilterAction?
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let lines = try words.map(Self.lines)
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let change = ChangeTenantModeration(useCases)
            var filter = try await change.filter(of: tenant)
            if lines != nil || action != nil {
                filter = try await change.setFilter(try Self.checked(lines ?? filter.words, action ?? filter.action), of: tenant)
            }
            print("\(filter.action.rawValue)  \(filter.words.count) words")
            for word in filter.words { print("  \(word.escapedForTerminal)") }
        }
    }

    private static func lines(of file: String) throws -> [String] {
        let data =
            file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        guard let data, let text = String(validating: [UInt8](data).withoutByteOrderMark, as: UTF8.self) else {
            throw Failure("\(file) can't be read as UTF-8.")
        }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Checks the words by the rules of `PUT /v1/tenant/filter`.
    private static func checked(_ words: [String], _ action: FilterAction) throws -> WordFilter {
        let body = try JSONDecoder().decode(JSONFields.self, from: JSONEncoder().encode(WordFilter(words: words, action: action)))
        var fields = Fields(path: [:], query: [:], body: body.container)
        let filter = WordFilter(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        return filter
    }
}

/// A JSON object whose fields an input reads.
private struct JSONFields: Decodable {
    let container: KeyedDecodingContainer<FieldName>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: FieldName.self)
    }
}

extension FilterAction: ExpressibleByArgument {}
