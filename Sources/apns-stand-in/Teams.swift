import Foundation
import Secrets

/// The known teams: `teams.json` in the state's folder, which is read anew for each token that hasn't been seen before.
///
/// It is a list of objects such as `{"team": "DAVENPORT1", "key": "KEY1234567", "publicKey": "-----BEGIN PUBLIC KEY-----…",
/// "topics": ["app"]}`. Without `topics`, a team may push to any topic.
struct Teams {
    struct Team: Decodable {
        let team: String
        let key: String
        let publicKey: String
        let topics: Set<String>?
    }

    let file: URL

    /// Returns the team with this key; nil if it isn't known, or if there is no file.
    func find(team: String, key: String) -> (key: VerifyingKey, topics: Set<String>?)? {
        guard let data = try? Data(contentsOf: file), let teams = try? JSONDecoder().decode([Team].self, from: data),
            let found = teams.first(where: { $0.team == team && $0.key == key }), let key = try? VerifyingKey(pem: found.publicKey)
        else { return nil }
        return (key, found.topics)
    }
}
