import DavenportAPI
import Foundation

/// Why something can't be done, by its meaning. `Server` maps each to a status and a code in one place.
public enum DomainError: Error, Sendable, Equatable {
    /// It doesn't exist, or the caller may not know that it does.
    case notFound
    case invalid([FieldFault])
    case tenantRequired
    case tenantNotFound
    case featureOff
    /// Bytes that are none of the kinds taken, whatever the request calls them.
    case unsupportedMedia
    /// No credentials, or a token that is not or no longer good.
    case unauthenticated
    case invalidCredentials
    case forbidden
    /// Whoever holds the session doesn't know its account's password.
    case wrongPassword
    case emailTaken
    case usernameTaken
    /// The tenant would be left without an owner.
    case lastOwner
    case inviteInvalid
    case roomExists(roomID: UUID)
    case roomFull
    case membersCannotShareRoom
    case unknownUser(field: String)
    case idTaken
    case noNextEpisode
    /// Too often; again after so many seconds.
    case tooManyRequests(retryAfter: Int)
    /// Too much at once; again after so many seconds.
    case unavailable(retryAfter: Int)

    /// Too often; again from then on, or at once where that isn't known any more.
    package static func tooManyRequests(until: Date?, at now: Date) -> DomainError {
        .tooManyRequests(retryAfter: max(1, Int((until ?? now).timeIntervalSince(now).rounded(.up))))
    }

    /// One field that is wrong.
    package static func invalid(_ field: String, _ code: FieldFault.Code, _ message: String) -> DomainError {
        .invalid([FieldFault(field: field, code: code, message: message)])
    }
}
