import DavenportAPI
import Postgres

// The column representation of the area's types.
extension PlayMode: PostgresCodable {}
extension ChallengeKind: PostgresCodable {}
extension EntitlementType: PostgresCodable {}
extension StoreEnvironment: PostgresCodable {}
extension PlayNaming: PostgresCodable {}
