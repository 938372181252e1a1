import DavenportAPI
import Foundation
import Server
import Testing

@Suite("rules 10: the contract")
struct ContractTests {
    /// Shows rule 10.9.
    @Test("docs/openapi.json is what the endpoints say")
    func committed() throws {
        let committed = try String(contentsOf: Document.project.appending(path: "docs/openapi.json"), encoding: .utf8)
        #expect(
            committed == (try OpenAPI.document(examples: try RecordedExample.all()).description) + "\n",
            "The API has changed. Look at the difference, then: .build/debug/davenport openapi > docs/openapi.json")
    }
}
