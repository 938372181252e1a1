import DavenportAPI
import Postgres

// How the area's types stand in columns.
extension PlayMode: PostgresCodable {}
extension ChallengeKind: PostgresCodable {}
extension EntitlementType: PostgresCodable {}
extension StoreEnvironment: PostgresCodable {}
extension PlayNaming: PostgresCodable {}
