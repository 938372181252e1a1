import Foundation
import Secrets

/// The teams that the stand-in knows. They are in the file `teams.json` of the stand-in's folder. The file is read
/// again for each token that the stand-in hasn't seen before.
///
/// The file has a list of objects such as
/// `{"team": "DAVENPORT1", "key": "KEY1234567", "publicKey": "-----BEGIN PUBLIC KEY-----…", "topics": ["app"]}`. A team
/// without `topics` may push to any topic.
struct Teams {
    struct Team: Decodable {
        let team: String
        let key: String
        let publicKey: String
        let topics: Set<String>?
    }

    let file: URL

    /// Returns the public key of a team's push key, and its topics. The result is nil if the file doesn't have the push
    /// key, or if there is no file.
    func find(team: String, key: String) -> (key: VerifyingKey, topics: Set<String>?)? {
        guard let data = try? Data(contentsOf: file), let teams = try? JSONDecoder().decode([Team].self, from: data),
            let found = teams.first(where: { $0.team == team && $0.key == key }), let key = try? VerifyingKey(pem: found.publicKey)
        else { return nil }
        return (key, found.topics)
    }
}
