import Class
import DavenportAPI
import Domain
import Play
import Watch

/// The rate limits of requests that change something (rule 20.9), by endpoint.
package enum RequestRates {
    /// Returns the rate limit against which requests to an endpoint count; nil for an endpoint that only reads, or that is
    /// limited otherwise.
    package static func allowance(of endpoint: some EndpointDeclaration) -> Allowance? {
        guard endpoint.method != .get, limitedOtherwise[endpoint.name] == nil else { return nil }
        return special[endpoint.name] ?? .changes
    }

    /// The endpoints with a rate limit of their own. All others count as `changes`, together.
    private static let special: [String: Allowance] = [
        Endpoints.changeMe.name: .profileChanges,
        Endpoints.setAvatar.name: .profileChanges,
        Endpoints.deleteAvatar.name: .profileChanges,
        Endpoints.changeTenant.name: .profileChanges,
        Endpoints.setTenantPicture.name: .profileChanges,
        Endpoints.deleteTenantPicture.name: .profileChanges,
        Endpoints.changePlayProfile.name: .profileChanges,
        Endpoints.changeMutes.name: .muteChanges,
        Endpoints.changeFilter.name: .filterChanges,
        Endpoints.editComment.name: .edits,
        Endpoints.markWatched.name: .marks,
        Endpoints.unmarkWatched.name: .marks,
        Endpoints.markRead.name: .marks,
        Endpoints.setPosition.name: .marks,
        Endpoints.deletePosition.name: .marks,
        Endpoints.takePlayerEvent.name: .playerEvents,
        Endpoints.sendMoves.name: .moves,
    ]

    /// The endpoints whose requests aren't counted here, and why not.
    package static let limitedOtherwise: [String: String] = [
        Endpoints.createTenant.name: "One tenant an hour from an address (rule 1.9).",
        Endpoints.signUp.name: "The throttle counts wrong codes and open sign-ups by address, before any hash (rules 20.4 and 20.6).",
        Endpoints.logIn.name: "The throttle counts wrong and right passwords by address, before any hash (rules 20.4 and 20.6).",
        Endpoints.lookUpInvite.name: "It only reads, and the throttle counts wrong codes by address.",
        Endpoints.requestPasswordLink.name: "The use case counts each request, by e-mail address and by client address.",
        Endpoints.lookUpPasswordLink.name: "It only reads, and the throttle counts wrong codes by address.",
        Endpoints.usePasswordLink.name: "The throttle counts wrong codes by address, before any hash; a right one works once.",
        Endpoints.requestEmailVerification.name: "The use case counts each request as `emailVerifications`, in the database.",
        Endpoints.stopMails.name: "It is without a user, and its code can't be guessed.",
        Endpoints.verifyEmail.name: "The throttle counts wrong codes by address; a right one works once.",
        Endpoints.makePasskeyLogInOptions.name: "The use case counts each request by client address.",
        Endpoints.logInWithPasskey.name: "The throttle counts wrong passkeys by address; a right one needs a challenge, which are counted.",
        Endpoints.makePasskeySignUpOptions.name: "The use case counts each request by client address.",
        Endpoints.takeStoreNotification.name: "The throttle counts wrong signatures by address; right ones are Apple's.",
        Endpoints.createComment.name: "The comments of the last minute are counted, in the database.",
        Endpoints.addReaction.name: "The use case counts each request as `reactions`, in the database.",
        Endpoints.removeReaction.name: "The use case counts each request as `reactions`, in the database.",
        Endpoints.createEntry.name: "The use case counts entries, in the database.",
    ]
}
