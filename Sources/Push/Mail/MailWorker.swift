import DavenportAPI
import Domain
import Foundation
import Logging
import Mail

/// Sends the mails that are due, one after the other, either once until none is left (`drain`) or for ever
/// (`runUntilStopped`). Any number of workers may run at once.
public actor MailWorker {
    private let queue: MailQueue
    private let transport: MailTransport
    private let sender: Mailbox
    private let origin: WebOrigin?
    private let texts: [NotificationKind: NoticeText]
    private let translations: Translations
    private let realTime: WallClock
    private let logger: Logger
    private nonisolated let signal = WorkerSignal()

    /// The number of attempts whose mail was taken, and of those that failed.
    public private(set) var counts = (sent: 0, failed: 0)

    /// Creates a worker that hasn't begun to send.
    /// - Parameters:
    ///   - database: the database with the worker's role, and with the clock that the rules use.
    ///   - transport: carries mails to the mail server.
    ///   - sender: the name and address from which mails come.
    ///   - origin: the address of the web client for communities without a host; nil if there is none.
    ///   - areas: all areas of the program, whose notifications digests contain.
    ///   - translations: the mails' sentences in the languages that people choose.
    ///   - realTime: the machine's clock, which gives mails their dates.
    public init(
        database: Database, transport: MailTransport, sender: Mailbox, origin: WebOrigin? = nil, areas: [Area],
        translations: Translations = .none, realTime: WallClock = .system, logger: Logger
    ) {
        (queue, self.transport, self.sender) = (MailQueue(database), transport, sender)
        (self.origin, texts, self.translations) = (origin, areas.texts, translations)
        (self.realTime, self.logger) = (realTime, logger)
    }

    /// Sends mails until none is due, or until `stop` is called.
    /// - Throws: `unavailable` if the database can't be reached.
    public func drain() async throws {
        try await queue.writeDigests(origin: origin)
        while !signal.isStopped, let mail = try await queue.claim(limit: 1).first { await deliver(mail) }
        try await queue.prune()
    }

    /// Sends mails as they become due, until `stop` is called or the task is cancelled. After an error of the database, it
    /// tries again.
    /// - Parameter wakes: yields an element when mails may be due.
    public func runUntilStopped(wakes: AsyncStream<Void>) async {
        let listening = Task { for await _ in wakes { signal.wake() } }
        while !signal.isStopped, !Task.isCancelled {
            do {
                try await drain()
                await signal.rest(try await queue.timeUntilDue())
            } catch {
                logger.failed("Mails can't be read", error)
                await signal.rest(1)
            }
        }
        listening.cancel()
    }

    /// Stops claiming mails, and ends the attempt in flight.
    public nonisolated func stop() async {
        signal.stop()
        await transport.close()
    }

    private func deliver(_ mail: ClaimedMail) async {
        let outcome = await attempt(mail)
        if outcome != .sent { counts.failed += 1 } else if mail.isWanted { counts.sent += 1 }
        do { try await queue.finish(mail, outcome) } catch {
            // The mail is sent again when its lease is over, with the same Message-ID.
            logger.failed("A mail's outcome couldn't be stored", error, ["mail": "\(mail.id)"])
        }
    }

    private func attempt(_ mail: ClaimedMail) async -> MailOutcome {
        // A newer worker may know the kind.
        guard let content = mail.content else { return retry(mail, "unknown kind") }
        // Nobody has the address, or nothing waits any more, so the mail is only deleted.
        guard mail.isWanted else { return .sent }
        let username = mail.username ?? ""
        guard let reader = Mailbox(name: username, address: mail.address) else { return .dead(reason: "no address that mail goes to") }
        let text = MailText(content, to: username, in: mail.tenantName, texts, words: translations.words(in: mail.language))
        let message = MailMessage(
            id: mail.id, date: realTime.now, from: sender, to: reader, subject: text.subject, paragraphs: text.paragraphs,
            link: URL(string: mail.link), footer: text.footer, unsubscribe: text.unsubscribe)
        switch await transport.send(message) {
        case .sent: return .sent
        case .retry(let reason): return retry(mail, reason)
        case .refused(let code, let text, let isAddress): return .dead(reason: "\(code) \(text)", isAddress: isAddress)
        }
    }

    private func retry(_ mail: ClaimedMail, _ reason: String) -> MailOutcome {
        .retry(after: Backoff.seconds(after: mail.attempts), reason: reason)
    }
}
