import AsyncHTTPClient
import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import UntrustedText

/// A client of the REST API of OpenSubtitles.com. To get subtitles takes a search, a request for a download, which counts
/// against the quota, and the download itself.
struct OpenSubtitlesClient: Sendable {
    private let settings: OpenSubtitlesSettings
    private let client: HTTPClient
    private let timeout: Duration
    private let session = OpenSubtitlesSession()

    init(_ settings: OpenSubtitlesSettings, _ deadlines: CatalogueDeadlines) {
        self.settings = settings
        timeout = deadlines.request
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(deadlines.connection), read: TimeAmount(deadlines.request)))
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// The functions of this client as a `Provider`, the form in which the catalogue uses it.
    var provider: Provider {
        Provider(
            name: "opensubtitles", ask: { try await ask($0) }, close: { try? await client.shutdown() }, language: "opensubtitles",
            limits: ProviderLimiter.Limits(connections: 4, ofOne: 2, ofNobody: 1, perSecond: 1))
    }

    /// An answer that ends the whole look-up.
    private struct Ended: Error {
        let reply: ProviderReply
    }

    private func ask(_ providerRequest: ProviderRequest) async throws -> ProviderReply {
        try await TimeLimit.run(timeout) {
            do {
                switch providerRequest {
                case .subtitles(let subject, let language): return try await subtitles(of: subject, in: language)
                case .configuration: return try await access()
                default: return .unknown
                }
            } catch let ended as Ended { return ended.reply }
        }
    }

    /// Sends the requests that every look-up begins with, except those that count against the quota: a search, here for
    /// a well-known film, and the login.
    private func access() async throws -> ProviderReply {
        _ = try await bestFile(of: .movie(603), in: "en")
        _ = try await token()
        return .found([])
    }

    private func subtitles(of subject: SubtitledSubject, in language: String) async throws -> ProviderReply {
        guard let file = try await bestFile(of: subject, in: language) else { return .unknown }
        let download = try await download(file)
        let quota = download.quota(at: Date())
        do { return .charged(.success(try await subtitles(of: download)), quota) } catch let ended as Ended {
            return .charged(.success(ended.reply), quota)
        } catch let fault as ProviderFault {
            return .charged(.failure(fault), quota)
        }
    }

    private func subtitles(of download: OpenSubtitlesDownload) async throws -> ProviderReply {
        guard let link = download.link, settings.mayFetch(link) else {
            throw ProviderFault("The provider names no file, or one of others.")
        }
        let bytes = try await content(at: link)
        // Nobody here can mend a file in which nothing is right.
        guard let cues = try? await SubtitleParser.cuesYielding(in: bytes, skippingFaults: true) else { return .unknown }
        return .found(Array(try JSONEncoder().encode(ProvidedSubtitles(cues: cues))))
    }

    // MARK: Steps

    private func bestFile(of subject: SubtitledSubject, in language: String) async throws -> Int? {
        let search = try await get(
            settings.search(subject, language), headers: ["api-key": settings.key], limit: CatalogueRules.answerLimit)
        return try decoded(OpenSubtitlesSearch.self, search).bestFile
    }

    /// Returns the content of a file, which is requested once more if its host fails. The download has already counted
    /// against the quota, so the whole look-up isn't repeated for the file.
    private func content(at link: String) async throws -> [UInt8] {
        for _ in 0..<2 {
            do { return try await get(link, headers: [:], limit: SubtitleParser.fileSize) } catch let ended as Ended {
                guard case .failing = ended.reply else { throw ended }
            }
        }
        throw ProviderFault("The host of OpenSubtitles.com's files fails.")
    }

    /// Requests a download, with the account's token if there is an account. A token that has expired is replaced once.
    private func download(_ file: Int) async throws -> OpenSubtitlesDownload {
        let token = try await token()
        var answer = try await post("/download", ["file_id": .integer(file), "sub_format": "srt"], token: token)
        if let token, answer.refusesToken {
            await session.forget(token)
            answer = try await post("/download", ["file_id": .integer(file), "sub_format": "srt"], token: self.token())
        }
        // The quota is used up. If some of it is left, or the answer doesn't say, it is a file that the provider can't give.
        if answer.status == 406, let used = try? OpenSubtitlesDownload(untrustedJSON: answer.body), let left = used.remaining, left <= 0 {
            throw Ended(reply: .throttled(seconds: used.pause(at: Date())))
        }
        return try decoded(OpenSubtitlesDownload.self, try checked(answer))
    }

    private func token() async throws -> String? {
        guard let account = settings.account else { return nil }
        return try await session.token {
            let answer = try await post(
                "/login", ["username": .string(account.user), "password": .string(account.password)], token: nil)
            guard answer.status != 401 else {
                throw ProviderFault("OpenSubtitles.com refuses the login with OPENSUBTITLES_USER and OPENSUBTITLES_PASSWORD.")
            }
            let token = try decoded(OpenSubtitlesLogin.self, try checked(answer)).token
            guard token.utf8.count <= 4096, token.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
                throw ProviderFault("The provider's token is malformed.")
            }
            return token
        }
    }

    // MARK: HTTP

    private struct Answered {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        /// Whether the provider refuses the token: with 401, or with another error status and a message that says so.
        var refusesToken: Bool {
            guard status != 401 else { return true }
            guard status >= 400, let text = try? JSONValue(untrustedJSON: body) else { return false }
            return text["message"]?.text?.folded.hasPrefix("invalid token") == true
        }
    }

    private func post(_ path: String, _ body: JSONValue, token: String?) async throws -> Answered {
        var request = HTTPClientRequest(url: settings.baseURL + path)
        request.method = .POST
        request.headers = ["api-key": settings.key, "content-type": "application/json"]
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        request.body = .bytes(ByteBuffer(string: body.description))
        return try await send(request, limit: CatalogueRules.refusalLimit)
    }

    private func get(_ url: String, headers: HTTPHeaders, limit: Int) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: url)
        request.headers = headers
        return try checked(try await send(request, limit: limit))
    }

    private func send(_ request: HTTPClientRequest, limit: Int) async throws -> Answered {
        var request = request
        request.headers.add(name: "accept", value: "*/*")
        // The provider refuses requests without a name of the program in this form.
        request.headers.add(name: "user-agent", value: "Davenport v1")
        let response = try await client.execute(request, timeout: TimeAmount(timeout))
        do {
            let body = try await response.body.collect(upTo: limit)
            return Answered(status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError { throw ProviderFault("The provider's answer is far too long.") }
    }

    /// Returns the body of a successful answer.
    private func checked(_ answer: Answered) throws -> [UInt8] {
        switch answer.status {
        case 200: return answer.body
        case 401, 403: throw ProviderFault("OpenSubtitles.com refuses the key in OPENSUBTITLES_API_KEY.")
        case 404, 410: throw Ended(reply: .unknown)
        case 429: throw Ended(reply: .throttled(seconds: RetryAfter.seconds(answer.headers)))
        case 500...: throw Ended(reply: .failing)
        default: throw ProviderFault("OpenSubtitles.com answers with status \(answer.status).")
        }
    }

    private func decoded<Answer: Decodable>(_ type: Answer.Type, _ body: [UInt8]) throws -> Answer {
        guard let answer = try? Answer(untrustedJSON: body) else { throw ProviderFault("The provider's answer is malformed.") }
        return answer
    }
}

/// The login at OpenSubtitles.com. All requests share its token, since the provider allows few logins.
private actor OpenSubtitlesSession {
    private var login: Task<String, any Error>?

    /// Returns the token, which the first caller gets by logging in. A login that fails is tried again by the next caller.
    func token(_ logIn: @escaping @Sendable () async throws -> String) async throws -> String {
        let running = login ?? Task { try await logIn() }
        login = running
        do { return try await running.value } catch {
            if login == running { login = nil }
            throw error
        }
    }

    /// Forgets a token that the provider no longer accepts, unless another one has taken its place.
    func forget(_ token: String) async {
        if let running = login, (try? await running.value) == token, login == running { login = nil }
    }
}
