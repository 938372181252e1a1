import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// Takes in what the App Store signs, for the apps of one tenant (rules 12.48 to 12.54).
struct StoreIntake: Sendable {
    let payloads: SignedPayloads
    let apps: Set<PlayApp>
    /// By which nothing is signed ahead: real time, since the App Store knows no other.
    var clock = WallClock.system

    /// How far another machine's clock may be ahead, in milliseconds.
    static let lead = 5 * 60 * 1000
    /// How many characters an id has.
    private static let length = 1...255

    /// What somebody shows of their own.
    /// - Throws: a `SignedPayloadFault` or a `TransactionFault`.
    func purchase(shown text: String, by userID: UUID) throws -> Purchase {
        let transaction = try payloads.verify(text, as: SignedTransaction.self)
        let purchase = try purchase(transaction)
        guard let purchase else { throw TransactionFault.otherType }
        guard transaction.appAccountToken == nil || purchase.buyer == userID else { throw TransactionFault.otherAccount }
        return purchase
    }

    /// What the App Store's server tells; nil where it is of nothing that is kept.
    /// - Throws: as above.
    func purchase(told text: String) throws -> Purchase? {
        let notification = try payloads.verify(text, as: SignedNotification.self)
        try refuseAhead(notification.signedDate)
        guard let data = notification.data else { return nil }
        _ = try app(data.bundleId, data.environment)
        guard let signed = data.signedTransactionInfo else { return nil }
        return try purchase(try payloads.verify(signed, as: SignedTransaction.self))
    }

    /// Nil where it is of a kind that isn't kept.
    private func purchase(_ transaction: SignedTransaction) throws -> Purchase? {
        let app = try app(transaction.bundleId, transaction.environment)
        try refuseAhead(transaction.signedDate)
        guard let type = EntitlementType(rawValue: transaction.type) else { return nil }
        return Purchase(
            originalTransactionID: try name(transaction.originalTransactionId), productID: try name(transaction.productId), type: type,
            environment: app.environment, purchasedAt: try date(transaction.purchaseDate),
            expiresAt: try transaction.expiresDate.map { try date($0) }, revokedAt: try transaction.takenBack.map { try date($0) },
            signedAt: try date(transaction.signedDate),
            buyer: transaction.appAccountToken.flatMap { UUID(uuidString: $0) })
    }

    private func app(_ bundle: String, _ environment: String) throws -> PlayApp {
        let found = apps.first { $0.bundle == bundle && $0.environment.appleName == environment }
        guard let found else { throw TransactionFault.otherApp }
        return found
    }

    private func refuseAhead(_ signedDate: Int) throws {
        let limit = clock.now.timeIntervalSince1970 * 1000 + Double(Self.lead)
        guard Double(signedDate) <= limit else { throw TransactionFault.ahead }
    }

    /// An id as the database takes it.
    private func name(_ text: String) throws -> String {
        guard Self.isName(text) else { throw TransactionFault.oddName }
        return text
    }

    /// Whether a text may be an id of the App Store's: ASCII that can be seen.
    static func isName(_ text: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private func date(_ milliseconds: Int) throws -> Date {
        guard SignedPayloads.moments.contains(milliseconds) else { throw TransactionFault.oddDate }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension StoreEnvironment {
    /// As the App Store calls it.
    fileprivate var appleName: String { self == .production ? "Production" : "Sandbox" }
}

extension StoreIntake {
    /// What a tenant's operator and the program know of the App Store.
    /// - Throws: `unavailable` where the program has no roots, or the tenant no app.
    init(_ dependencies: Dependencies, in tenant: Tenant) async throws {
        let apps = try await dependencies.database.roundTrip(in: tenant.id) { try await PlayAppRepository($0).list() }
        guard let payloads = dependencies.services[SignedPayloads.self], !apps.isEmpty else { throw Problem.unavailable(retryAfter: 60) }
        self.init(payloads: payloads, apps: Set(apps))
    }
}

extension StoreIntake {
    /// Does work that may find something wrong with what is signed, on the threads for that. The reason is logged, without a word of what
    /// it was; whoever brought it is told only that.
    /// - Parameter source: who brought it and where, for the log.
    /// - Throws: `transactionInvalid`; `unavailable` where too much waits to be verified; else what the work throws that is no such reason.
    func judging<Result: Sendable>(
        from source: String, _ logger: Logger, _ work: @escaping @Sendable (StoreIntake) throws -> Result
    ) async throws -> Result {
        let reason: String
        do { return try await payloads.apart { try work(self) } } catch let fault as SignedPayloadFault {
            reason = fault.rawValue
        } catch let fault as TransactionFault {
            reason = fault.rawValue
        } catch is BoundedThreads.QueueFull {
            throw Problem.unavailable(retryAfter: 2)
        }
        logger.info("A transaction that \(source) is refused: \(reason).")
        throw Problem(.transactionInvalid)
    }
}
