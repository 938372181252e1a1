import DavenportAPI
import Foundation

/// Something that is made up for nothing and found out by work alone, such as a signature: a person who brings 25 in 5 minutes that are
/// none has to wait, and an address from which 250 come, since of what servers bring much is under way at once. What is right counts for
/// nothing once it is found to be.
package struct Trial: Sendable {
    /// What is counted together.
    let name: String
    let source: Source
    /// What says that it was none.
    let wrong: Problem.Code

    enum Source: Sendable {
        case person(UUID)
        case address(ClientAddress)
    }

    /// Counted with what else this person brings, wherever they are.
    package init(_ name: String, by caller: Caller, wrong: Problem.Code) {
        (self.name, source, self.wrong) = (name, .person(caller.userID), wrong)
    }

    /// Counted with what else comes from this address.
    package init(_ name: String, by visitor: Visitor, wrong: Problem.Code) {
        (self.name, source, self.wrong) = (name, .address(visitor.address), wrong)
    }
}

extension Dependencies {
    /// Does the work that finds out what it is.
    /// - Throws: `tooManyRequests` without having done the work; else what the work throws.
    package func attempt<Result>(_ trial: Trial, in tenant: Tenant, _ work: () async throws -> Result) async throws -> Result {
        try await throttle.attempt(.trial(trial), in: tenant, work)
    }
}
