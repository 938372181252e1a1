import DavenportAPI
import Postgres

// How the area's types stand in columns.
extension PlayMode: PostgresCodable {}
extension ChallengeKind: PostgresCodable {}
extension PlayNaming: PostgresCodable {}
