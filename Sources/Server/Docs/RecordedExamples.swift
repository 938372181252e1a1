import DavenportAPI
import Foundation

extension RecordedExample {
    /// Returns a recorded request and response for each operation, by the operation's name. The demo community gave
    /// these responses.
    ///
    /// `bin/test --record` records them again.
    /// - Throws: a `DecodingError` if the file isn't JSON, which a test rules out.
    public static func all() throws -> [String: RecordedExample] {
        let file = try JSONDecoder().decode(JSONValue.self, from: Data(PackageResources.examples_json))
        return Dictionary(file.members.compactMap { member in RecordedExample(member.value).map { (member.name, $0) } }) { first, _ in first
        }
    }
}
