import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// Verifies the transactions and notifications that the App Store signs for the apps of one tenant (rules 12.48 to
/// 12.54).
struct StoreIntake: Sendable {
    let payloads: SignedPayloads
    let apps: Set<PlayApp>
    /// The clock with which signing dates are compared. It is the real one, because the App Store signs by the real
    /// time.
    var clock = WallClock.system

    /// How far in the future a signing date may lie, because the App Store's clock may be ahead, in milliseconds (rule 12.50).
    static let lead = 5 * 60 * 1000
    /// The allowed length of an id of the App Store, in characters.
    private static let length = 1...255

    /// Verifies a transaction that a user presents as their own purchase.
    /// - Throws: a `SignedPayloadFault` or a `TransactionFault`.
    func purchase(shown text: String, by userID: UUID) throws -> Purchase {
        let transaction = try payloads.verify(text, as: SignedTransaction.self)
        let purchase = try purchase(transaction)
        guard let purchase else { throw TransactionFault.otherType }
        guard transaction.appAccountToken == nil || purchase.buyer == userID else { throw TransactionFault.otherAccount }
        return purchase
    }

    /// Verifies a notification of the App Store's server, and returns the purchase. Returns nil if the notification is
    /// about no purchase, or about a type of purchase that isn't stored.
    /// - Throws: a `SignedPayloadFault` or a `TransactionFault`.
    func purchase(notified text: String) throws -> Purchase? {
        let notification = try payloads.verify(text, as: SignedNotification.self)
        try refuseAhead(notification.signedDate)
        guard let data = notification.data else { return nil }
        _ = try app(data.bundleId, data.environment)
        guard let signed = data.signedTransactionInfo else { return nil }
        return try purchase(try payloads.verify(signed, as: SignedTransaction.self))
    }

    /// Converts a verified transaction to a purchase. Returns nil for a type of purchase that isn't stored.
    /// - Throws: a `TransactionFault`.
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

    /// Returns an id of the App Store unchanged if the database accepts it.
    /// - Throws: `TransactionFault.oddName` otherwise.
    private func name(_ text: String) throws -> String {
        guard Self.isName(text) else { throw TransactionFault.oddName }
        return text
    }

    /// Returns whether a text can be an id of the App Store: 1 to 255 characters of printable ASCII without spaces.
    static func isName(_ text: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private func date(_ milliseconds: Int) throws -> Date {
        guard SignedPayloads.moments.contains(milliseconds) else { throw TransactionFault.oddDate }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension StoreEnvironment {
    /// The name that the App Store's payloads use for this environment.
    fileprivate var appleName: String { self == .production ? "Production" : "Sandbox" }
}

extension StoreIntake {
    /// Reads the tenant's apps and the trusted root certificates.
    /// - Throws: `unavailable` if the program has no root certificates or the tenant has no app.
    init(_ useCases: UseCases, for principal: some Principal) async throws {
        let apps = try await useCases.database.transaction(for: principal, .singleRoundTrip) {
            try await PlayAppRepository($0).list()
        }
        guard let payloads = useCases.services[SignedPayloads.self], !apps.isEmpty else { throw Problem.unavailable(retryAfter: 60) }
        self.init(payloads: payloads, apps: Set(apps))
    }
}

extension StoreIntake {
    /// Runs work that verifies signed payloads, on threads reserved for it.
    ///
    /// If a payload is refused, the reason is logged, without any text of the payload. The client learns only that the
    /// payload was refused.
    /// - Parameter source: the sender and the tenant, for the log line.
    /// - Throws: `transactionInvalid` if a payload is refused; `unavailable` if too many payloads wait to be verified;
    ///   any other error of the work.
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
