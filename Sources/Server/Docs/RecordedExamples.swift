import DavenportAPI
import Foundation

extension RecordedExample {
    /// A request with its answer for each operation, by the operation's name: what the demo community answered when they were recorded.
    ///
    /// `RECORD=1 swift test --filter ExampleTests` records them again.
    /// - Throws: a `DecodingError` where the file is no JSON, which a test rules out.
    public static func all() throws -> [String: RecordedExample] {
        let file = try JSONDecoder().decode(JSONValue.self, from: Data(PackageResources.examples_json))
        return Dictionary(file.members.compactMap { member in RecordedExample(member.value).map { (member.name, $0) } }) { first, _ in first
        }
    }
}
