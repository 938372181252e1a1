import ArgumentParser
import DavenportAPI
import Server

struct OpenAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the API as an OpenAPI 3.1 document, as the server returns it at /openapi.json.",
        discussion: "  davenport openapi > docs/openapi.json")

    func run() throws {
        print(try OpenAPI.document(examples: try RecordedExample.all()))
    }
}
