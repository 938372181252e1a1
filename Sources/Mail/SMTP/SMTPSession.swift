import CCurl
import Foundation

/// What a session needs to know about its server.
struct SMTPAccount: Sendable {
    let server: MailServer
    /// The name that the client gives itself when it greets the server.
    let name: String
    /// A PEM file with the certificate authorities to trust instead of the system's; nil for the system's.
    let caFile: String?
}

/// libcurl's client with at most one connection to a mail server. Only one thread may use it.
final class SMTPSession {
    /// What a transfer's callbacks read and write. libcurl calls them on the session's thread, while it performs the transfer.
    private final class Transfer {
        var conversation: SMTPConversation
        let mail: [UInt8]
        var position = 0
        let isCancelled: () -> Bool

        init(_ conversation: SMTPConversation, _ mail: [UInt8], _ isCancelled: @escaping () -> Bool) {
            (self.conversation, self.mail, self.isCancelled) = (conversation, mail, isCancelled)
        }
    }

    /// The number of seconds after which an unused connection isn't used again. Mail servers close them after minutes.
    static let freshness = 30

    private let account: SMTPAccount
    private let handle: OpaquePointer
    private var previous: SMTPConversation?

    /// Creates a session without a connection; nil if there is no memory for it.
    init?(_ account: SMTPAccount) {
        guard Self.isReady, let handle = curl_easy_init() else { return nil }
        (self.account, self.handle) = (account, OpaquePointer(handle))
    }

    deinit {
        stopReading()
        curl_easy_cleanup(curl)
    }

    /// Ends the connection's receiving side. libcurl ends a connection with QUIT, and would wait for its answer for two minutes.
    private func stopReading() {
        var socket = CURL_SOCKET_BAD
        if curl_get_socket(curl, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK, socket >= 0 { shutdown(socket, Int32(SHUT_RD)) }
    }

    private var curl: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }
    /// Whether libcurl could be initialised, which happens once in a program.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Connects, unless the session has a fresh connection, and sends a mail over it.
    /// - Parameters:
    ///   - message: the mail; nil to ask only whether the server is there.
    ///   - limit: the longest time that this may take.
    ///   - isCancelled: libcurl asks it at least once a second.
    func perform(_ message: MailMessage?, within limit: Duration, isCancelled: @escaping () -> Bool) -> SMTPOutcome {
        let end = ContinuousClock.now + limit
        let first = transfer(message, within: limit, isNew: false, isCancelled)
        // The server may have closed the connection after the last mail, or want no more mails on it. It then took none of this one.
        let isUnanswered = first.conversation.reply == nil || first.conversation.reply?.code == 421
        let isOld = first.fault != nil && connectionCount == 0 && isUnanswered && first.conversation.stage <= .sender
        guard isOld, !isCancelled(), ContinuousClock.now < end else { return first }
        return transfer(message, within: end - .now, isNew: true, isCancelled)
    }

    /// The number of connections that the last transfer opened.
    private var connectionCount: Int {
        var count = 0
        curl_get_long(curl, CURLINFO_NUM_CONNECTS, &count)
        return count
    }

    private func transfer(
        _ message: MailMessage?, within limit: Duration, isNew: Bool, _ isCancelled: @escaping () -> Bool
    ) -> SMTPOutcome {
        // This keeps the connection.
        curl_easy_reset(curl)
        setServer()
        curl_set_long(curl, CURLOPT_FRESH_CONNECT, isNew ? 1 : 0)
        // 0 would mean no limit.
        curl_set_long(curl, CURLOPT_TIMEOUT_MS, max(1, Int(limit / .milliseconds(1))))
        let transfer = Transfer(SMTPConversation(after: previous), message?.bytes ?? [], isCancelled)
        var recipients: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(recipients) }
        if let message {
            curl_set_text(curl, CURLOPT_MAIL_FROM, "<\(message.from.address)>")
            recipients = curl_slist_append(nil, "<\(message.to.address)>")
            curl_set_list(curl, CURLOPT_MAIL_RCPT, recipients)
            curl_set_long(curl, CURLOPT_UPLOAD, 1)
            curl_set_long(curl, CURLOPT_INFILESIZE, transfer.mail.count)
        } else {
            curl_set_text(curl, CURLOPT_CUSTOMREQUEST, "NOOP")
            curl_set_long(curl, CURLOPT_NOBODY, 1)
        }
        let (code, text) = withExtendedLifetime(transfer) { perform(transfer) }
        previous = transfer.conversation
        if code != CURLE_OK { stopReading() }
        let fault = code == CURLE_OK ? nil : self.fault(code, text, isCancelled: isCancelled())
        return SMTPOutcome(conversation: transfer.conversation, fault: fault)
    }

    /// Sets what is the same for each transfer.
    private func setServer() {
        let server = account.server
        curl_set_text(curl, CURLOPT_URL, "\(server)/\(account.name)")
        let use = [MailServer.Encryption.startTLS: CURLUSESSL_ALL, .tls: CURLUSESSL_ALL, .none: CURLUSESSL_NONE][server.encryption]
        curl_set_long(curl, CURLOPT_USE_SSL, Int((use ?? CURLUSESSL_ALL).rawValue))
        curl_set_long(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let file = account.caFile {
            curl_set_text(curl, CURLOPT_CAINFO, file)
            curl_set_text(curl, CURLOPT_CAPATH, nil)
        }
        if let login = server.login {
            curl_set_text(curl, CURLOPT_USERNAME, login.user)
            curl_set_text(curl, CURLOPT_PASSWORD, login.password)
            // libcurl would prefer NTLM and Kerberos, which need more than a password.
            curl_set_text(curl, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        }
        // A variable such as ALL_PROXY is meant for other programs.
        curl_set_text(curl, CURLOPT_PROXY, "")
        // Signals belong to the whole program.
        curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
        curl_set_long(curl, CURLOPT_MAXCONNECTS, 1)
        curl_set_long(curl, CURLOPT_MAXAGE_CONN, Self.freshness)
    }

    /// Performs the transfer that is set, and returns libcurl's code with its description of a fault.
    private func perform(_ transfer: Transfer) -> (code: CURLcode, text: String) {
        // The caller holds the transfer until `curl_easy_perform` has returned, and libcurl calls the functions only until then.
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        curl_set_pointer(curl, CURLOPT_READDATA, context)
        curl_set_read_function(curl) { target, size, count, context in
            guard let transfer = SMTPSession.transfer(context), let target else { return 0 }
            let part = transfer.mail[transfer.position...].prefix(size * count)
            UnsafeMutableRawBufferPointer(start: target, count: part.count).copyBytes(from: part)
            transfer.position += part.count
            return part.count
        }
        // Without a function, libcurl prints what the server answers.
        curl_set_write_function(curl) { _, size, count, _ in size * count }
        curl_set_pointer(curl, CURLOPT_DEBUGDATA, context)
        curl_set_long(curl, CURLOPT_VERBOSE, 1)
        curl_set_debug_function(curl) { _, kind, bytes, count, context in
            guard let transfer = SMTPSession.transfer(context), let bytes else { return 0 }
            let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
            if kind == CURLINFO_HEADER_OUT { transfer.conversation.noteSent(buffer) }
            if kind == CURLINFO_HEADER_IN { transfer.conversation.noteReceived(buffer) }
            return 0
        }
        curl_set_pointer(curl, CURLOPT_XFERINFODATA, context)
        curl_set_long(curl, CURLOPT_NOPROGRESS, 0)
        curl_set_progress_function(curl) { context, _, _, _, _ in
            SMTPSession.transfer(context)?.isCancelled() == true ? 1 : 0
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { text in
            text.initialize(repeating: 0)
            curl_set_pointer(curl, CURLOPT_ERRORBUFFER, text.baseAddress)
            let code = curl_easy_perform(curl)
            curl_set_pointer(curl, CURLOPT_ERRORBUFFER, nil)
            return (code, String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        // libcurl passes the pointer that `perform` set, to a transfer that lives as long as `perform` runs.
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns in a few words why a transfer failed.
    private func fault(_ code: CURLcode, _ text: String, isCancelled: Bool) -> String {
        let detail = String(text.onOneLine.prefix(SMTPConversation.textLimit))
        switch code {
        case _ where isCancelled: return "the attempt was cancelled"
        case CURLE_COULDNT_RESOLVE_HOST: return "no address for the name \(account.server.host)"
        case CURLE_COULDNT_CONNECT: return "no connection to \(account.server)"
        case CURLE_OPERATION_TIMEDOUT: return "no answer in time"
        case CURLE_USE_SSL_FAILED: return "the server offers no encryption (STARTTLS)"
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED:
            return "no TLS: \(detail)"
        case CURLE_SSL_CACERT_BADFILE: return "MAIL_CA_FILE has no certificate that can be read"
        case CURLE_LOGIN_DENIED: return "the server takes no login with this user and password"
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_SSL_SHUTDOWN_FAILED:
            return "connection lost"
        default: return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        }
    }
}
