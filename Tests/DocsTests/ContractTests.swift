import DavenportAPI
import Foundation
import Server
import Testing

@Suite("rules 10: the OpenAPI document in docs")
struct ContractTests {
    /// Shows rule 10.9.
    @Test("docs/openapi.json equals the document that the endpoints generate")
    func committed() throws {
        let committed = try String(contentsOf: Document.project.appending(path: "docs/openapi.json"), encoding: .utf8)
        #expect(
            committed == (try OpenAPI.document(examples: try RecordedExample.all()).description) + "\n",
            "The API has changed. Look at the difference after: bin/test --record")
    }
}
