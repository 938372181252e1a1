import DavenportAPI
import Foundation

extension RecordedExample {
    /// Returns an example for each operation, by the operation's name: a request and the response that the demo
    /// community's server gave.
    ///
    /// `bin/test --record` records all examples again.
    /// - Throws: a `DecodingError` if the file isn't JSON, which a test rules out.
    public static func all() throws -> [String: RecordedExample] {
        let file = try JSONDecoder().decode(JSONValue.self, from: Data(PackageResources.examples_json))
        return Dictionary(file.members.compactMap { member in RecordedExample(member.value).map { (member.name, $0) } }) { first, _ in first
        }
    }
}
