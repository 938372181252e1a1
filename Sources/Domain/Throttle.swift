import DavenportAPI
import Foundation
import Logging

/// Slows down guessing at passwords and invites: failures are counted by address, and by account and address together, before any work is
/// done, shared by all servers through the database (quality.md, Closed).
///
/// Windows are fixed: one begins with the first failure and ends for all of them together. So the longest anybody waits is one window, and
/// across the end of one at most twice the limit fits into its length.
struct Throttle: Sendable {
    let database: Database
    let logger: Logger

    /// Tries something that may be a guess: `try await throttle.attempt(.logIn(as: email, from: address), in: tenant) { … }`.
    ///
    /// It counts as a failure beforehand, and is given back unless it turns out to be one, so that a thousand tries at once pass no further
    /// than a thousand in a row.
    /// - Throws: `tooManyRequests` without having done the work; else what the work throws.
    func attempt<Result>(_ guess: Guess, in tenant: Tenant, _ work: () async throws -> Result) async throws -> Result {
        let counted = try await database.transaction(in: tenant.id) { transaction in
            let throttles = ThrottleRepository(transaction)
            let counted = try await throttles.count(guess.windows)
            try await throttles.tidy()
            return counted
        }
        do {
            let result = try await work()
            await giveBack(counted, in: tenant)
            return result
        } catch let error as DomainError where !error.isFailedGuess {
            await giveBack(counted, in: tenant)
            throw error
        }
    }

    /// What can't be given back is forgotten with its window; it must not undo what was done.
    private func giveBack(_ counted: [ThrottleRepository.Counted], in tenant: Tenant) async {
        do {
            try await database.roundTrip(in: tenant.id) { try await ThrottleRepository($0).giveBack(counted) }
        } catch {
            logger.warning("An attempt that was none stays counted until its window ends: \(error)")
        }
    }
}

extension Throttle {
    /// Something to guess at, and what it counts for.
    struct Guess: Sendable {
        let windows: [ThrottleWindow]

        /// A password, given with an e-mail address that may be nobody's.
        static func logIn(as email: String, from address: ClientAddress) -> Guess {
            Guess(windows: [.failures(from: address), .failures(at: email.trimmed.folded, from: address)])
        }

        /// The password of somebody who is logged in.
        static func currentPassword(of caller: Caller) -> Guess {
            Guess(windows: [.failures(from: caller.address), .failures(at: caller.userID.lowercased, from: caller.address)])
        }

        /// The code of an invite.
        static func invite(from address: ClientAddress) -> Guess {
            Guess(windows: [.failures(from: address)])
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

    fileprivate static func failures(from address: ClientAddress) -> ThrottleWindow {
        ThrottleWindow(name: "failures \(address.name)", limit: .fixed(25), seconds: 5 * 60)
    }

    /// Together with the address, so that nobody locks another out from elsewhere.
    fileprivate static func failures(at account: String, from address: ClientAddress) -> ThrottleWindow {
        ThrottleWindow(name: "failures \(address.name) \(account)", limit: .fixed(10), seconds: 15 * 60)
    }
}

extension DomainError {
    /// Whether somebody guessed wrong. Everything else that fails was no guess.
    fileprivate var isFailedGuess: Bool {
        switch self {
        case .invalidCredentials, .wrongPassword, .inviteInvalid: true
        default: false
        }
    }
}
