import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import UntrustedText

struct TenantDescribe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Show or change what a tenant says of itself, and its picture.",
        discussion: """
            Everybody sees both, also without an account; the tenant's owners change them too. What isn't named stays as it is, and an
            empty text removes it.

              davenport tenant describe sofa --text "Four friends, one sofa." --picture sofa.png
              davenport tenant describe sofa --picture ''
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "At most 500 characters.")
    var text: String?
    @Option(help: "A file with a PNG, JPEG or WebP image.")
    var picture: String?
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let change = try change()
        let image = try picture.map(Self.bytes)
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let shown = try await useCases.describeTenant(tenant, change, picture: image)
            print("text     \(shown.description?.escapedForTerminal ?? "none")")
            print("picture  \(shown.pictureURL ?? "none")")
        }
    }

    /// Checks the text by the rules of `PATCH /v1/tenant`.
    private func change() throws -> TenantChange {
        guard let text, !text.isEmpty else { return TenantChange(description: text == nil ? .keep : .clear) }
        var fields = Fields(path: [:], query: ["description": text], body: nil)
        let change = TenantChange(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        return change
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        guard !file.isEmpty else { return [] }
        guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else { throw Failure("\(file) can't be read.") }
        return [UInt8](data)
    }
}
