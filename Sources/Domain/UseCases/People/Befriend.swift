import DavenportAPI
import Foundation

extension UseCases {
    /// Sends a friend request to a user. If that user has sent the caller one, the two become friends instead.
    public func befriend(_ caller: Caller, _ input: UserReference) async throws -> Friendship {
        let (me, other) = (caller.userID, input.userID)
        guard me != other else { throw Problem.invalid("userID", .notAllowed, "must be somebody else") }
        return try await database.transaction(for: caller) { transaction in
            // Both rows are locked, so two who ask each other at the same instant are answered one after the other.
            guard try await AccountRepository(transaction).lock(caller: me, and: [other]).contains(other) else {
                throw Problem(.notFound)
            }
            let friends = FriendRepository(transaction)
            guard let relation = try await friends.relation(of: me, to: other), !relation.blocked else { throw Problem(.notFound) }
            guard !relation.blocks else { throw Problem.invalid("userID", .notAllowed, "is a user you block") }
            if relation.friends { return Friendship(state: .friends) }
            let notifications = NotificationRepository(transaction)
            if relation.wasAsked {
                try await friends.befriend(me, other)
                try await notifications.notify([other], .friendAccepted, by: me)
                return Friendship(state: .friends)
            }
            guard !relation.asked else { return Friendship(state: .requested) }
            try await SpendAllowance(transaction: transaction)(.friendRequests, of: me)
            try await friends.request(from: me, to: other)
            try await notifications.notify(
                [other], .friendRequested, by: me, unlessSince: transaction.now - FriendRules.requestNotificationInterval)
            return Friendship(state: .requested)
        }
    }
}
