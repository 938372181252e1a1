import DavenportAPI
import Foundation
import Logging

/// Slows down guessing at passwords and invites, and whoever would keep the rest from logging in: failures are counted by address, and by
/// account and address together, and so is what succeeds, before any work is done, shared by all servers through the database
/// (rules 20).
///
/// Windows are fixed: one begins with the first failure and ends for all of them together. So the longest anybody waits is one window, and
/// across the end of one at most twice the limit fits into its length.
package struct Throttle: Sendable {
    let database: Database
    let logger: Logger

    /// Tries something that may be a guess: `try await throttle.attempt(.logIn(as: email, from: address), for: applicant) { … }`.
    ///
    /// It counts as a failure and as a success beforehand, and what it turns out not to be is given back, so that a thousand tries at once
    /// pass no further than a thousand in a row.
    /// - Throws: `tooManyRequests` without having done the work; else what the work throws.
    package func attempt<Result>(
        _ guess: Guess, for principal: some Principal, _ work: () async throws -> Result
    ) async throws -> Result {
        let counted = try await database.transaction(for: principal) { transaction in
            let throttles = ThrottleRepository(transaction)
            let counted = try await throttles.count(guess.failures + guess.successes + guess.attempts)
            try await throttles.tidy()
            return counted
        }
        do {
            let result = try await work()
            await giveBack(counted.prefix(guess.failures.count), for: principal)
            return result
        } catch let error as Problem {
            let successes = counted.dropFirst(guess.failures.count).prefix(guess.successes.count)
            await giveBack(guess.wrong.contains(error.code) ? successes : counted[...], for: principal)
            throw error
        }
    }

    /// What can't be given back is forgotten with its window; it must not undo what was done.
    private func giveBack(_ counted: ArraySlice<ThrottleRepository.Counted>, for principal: some Principal) async {
        guard !counted.isEmpty else { return }
        do {
            try await database.transaction(for: principal, .singleRoundTrip) { try await ThrottleRepository($0).giveBack(Array(counted)) }
        } catch {
            logger.warning("An attempt that was none stays counted until its window ends: \(error)")
        }
    }
}

extension Throttle {
    /// Something to guess at, and what it counts for.
    package struct Guess: Sendable {
        let failures: [ThrottleWindow]
        var successes: [ThrottleWindow] = []
        /// Counted whether it succeeds or not.
        var attempts: [ThrottleWindow] = []
        /// What somebody is answered who guessed wrong. Everything else that fails was no guess.
        var wrong: Set<Problem.Code> = [.invalidCredentials, .wrongPassword, .inviteInvalid, .emailTaken, .usernameTaken]

        /// A password, given with an e-mail address that may be nobody's. Log-ins that succeed cost a hash and leave a session, so that
        /// they are counted as well.
        static func logIn(as email: String, from address: ClientAddress) -> Guess {
            let account = email.trimmed.folded
            return Guess(failures: .failures(at: account, from: address), successes: .logIns(to: account, from: address))
        }

        /// The password of somebody who is logged in. Right ones cost a hash too, and only whoever has the account can give them.
        static func currentPassword(of caller: Caller) -> Guess {
            Guess(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                successes: .few("confirmations", caller.userID, limit: 30, seconds: 3600))
        }

        /// Whether an e-mail address has an account: that it has none is worth knowing too.
        static func emailAddress(by caller: Caller) -> Guess {
            Guess(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                attempts: .few("e-mail addresses", caller.userID, limit: 5, seconds: 24 * 3600))
        }

        /// Whether somebody has a username, also somebody who can't be found.
        static func username(by caller: Caller) -> Guess {
            Guess(failures: .failures(at: caller.userID.lowercased, from: caller.address))
        }

        /// The code of an invite.
        static func invite(from address: ClientAddress) -> Guess {
            Guess(failures: .failures(from: address))
        }

        /// A code of an area's that lets somebody into something, of which they are told no more than that it isn't there.
        package static func code(by caller: Caller) -> Guess {
            Guess(failures: .failures(from: caller.address), wrong: [.notFound])
        }

        /// Something of an area's that is made up for nothing and found out by work alone, such as a signature: who brings 25 in 5 minutes
        /// that are none has to wait, wherever they are.
        /// - Parameters:
        ///   - name: what is counted together.
        ///   - wrong: what says that it was none.
        package static func work(_ name: String, by caller: Caller, wrong: Problem.Code) -> Guess {
            Guess(failures: .few(name, caller.userID, limit: 25, seconds: 5 * 60), wrong: [wrong])
        }

        /// The same of what is brought by nobody who is known: an address from which 250 come has to wait, since of what servers bring
        /// much is under way at once.
        package static func work(_ name: String, by visitor: Visitor, wrong: Problem.Code) -> Guess {
            Guess(failures: .failures(of: name, from: visitor.address), wrong: [wrong])
        }

        /// An account that nobody invited anybody to, which each address may make a few of.
        static func openSignUp(from address: ClientAddress) -> Guess {
            Guess(failures: .failures(from: address), successes: .openSignUps(from: address))
        }
    }
}

/// So many of one thing in a window of time.
struct ThrottleWindow: Sendable {
    /// What is counted; stored as a keyed hash only.
    let name: String
    let limit: Limit
    let seconds: TimeInterval

    /// How many.
    enum Limit: Sendable {
        case fixed(Int)
        /// As the tenant's operator says.
        case ofTenant(Allowance)
    }
}

extension [ThrottleWindow] {
    /// How often somebody takes everything of theirs along.
    static func exports(of userID: UUID) -> Self { few("exports", userID, limit: 3, seconds: 3600) }

    fileprivate static func failures(from address: ClientAddress) -> Self {
        each(address, "failures", limit: 25, seconds: 5 * 60)
    }

    /// Of one thing, so that what fails of it holds up nothing else that comes from there.
    fileprivate static func failures(of what: String, from address: ClientAddress) -> Self {
        each(address, what, limit: 250, seconds: 5 * 60)
    }

    /// Together with the address, so that nobody locks another out from elsewhere.
    fileprivate static func failures(at account: String, from address: ClientAddress) -> Self {
        failures(from: address) + each(address, "failures", account, limit: 10, seconds: 15 * 60)
    }

    fileprivate static func logIns(to account: String, from address: ClientAddress) -> Self {
        each(address, "log-ins", account, limit: 30, seconds: 3600)
    }

    fileprivate static func openSignUps(from address: ClientAddress) -> Self {
        each(address, "sign-ups", limit: 10, seconds: 3600)
    }

    /// Of one person, wherever they are.
    fileprivate static func few(_ what: String, _ userID: UUID, limit: Int, seconds: TimeInterval) -> Self {
        [ThrottleWindow(name: "\(what) \(userID.lowercased)", limit: .fixed(limit), seconds: seconds)]
    }

    /// A window for each network that the address lies in.
    private static func each(
        _ address: ClientAddress, _ what: String, _ account: String? = nil, limit: Int, seconds: TimeInterval
    ) -> Self {
        address.networks.map { network in
            ThrottleWindow(
                name: ([what, network.name] + (account.map { [$0] } ?? [])).joined(separator: " "),
                limit: .fixed(limit * network.times), seconds: seconds)
        }
    }
}
