import NIOHTTP1
import UntrustedText

/// What TMDB answers in place of a thing, by its own table of codes: https://developer.themoviedb.org/docs/errors.
struct TMDBRefusal: Decodable {
    /// The number that TMDB's table has; nil where something else answers, as a proxy does.
    let code: Int?

    enum CodingKeys: String, CodingKey {
        case code = "status_code"
    }

    /// Reads the code of an answer, whatever else it is.
    init(_ body: [UInt8]) {
        code = (try? Self(untrustedJSON: body))?.code
    }

    init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .code)
    }

    /// The id isn't valid, or the thing isn't there.
    private static let unknown: Set = [6, 34, 44]
    /// TMDB is offline, in maintenance or broken, or its own backend doesn't answer.
    private static let failing: Set = [9, 11, 15, 24, 43, 46]
    /// The key, or the account that it belongs to, isn't accepted.
    private static let keyRefused: Set = [3, 7, 10, 14, 16, 17, 26, 30, 31, 32, 33, 35, 36, 38, 39, 41, 45]
    private static let throttled = 25

    /// Says what a refusal means to us: by its code, and by the HTTP status where it has none.
    /// - Throws: `ProviderFault` for what an operator has to mend, and for what TMDB doesn't say.
    func reply(to providerRequest: ProviderRequest, status: Int, _ headers: HTTPHeaders) throws(ProviderFault) -> ProviderReply {
        if let code {
            if Self.unknown.contains(code) { return .unknown }
            if Self.failing.contains(code) { return Self.failing(headers) }
            if Self.keyRefused.contains(code) { throw ProviderFault("TMDB refuses the key in TMDB_API_KEY, with its code \(code).") }
        }
        if code == Self.throttled || status == 429 { return .throttled(seconds: RetryAfter.seconds(headers)) }
        // What it can't look for it doesn't find either.
        if providerRequest.isSearch, status == 400 || status == 422 { return .unknown }
        guard code == nil else { throw ProviderFault("The provider answered \(status), with its code \(code ?? 0).") }
        // A thing is unknown by TMDB's own word alone: a proxy, or an address that isn't quite TMDB's, says 404 to everything.
        if status == 404 { throw ProviderFault("Something else answers in the provider's place.") }
        if (500...599).contains(status) { return Self.failing(headers) }
        throw ProviderFault("The provider answered \(status).")
    }

    private static func failing(_ headers: HTTPHeaders) -> ProviderReply {
        headers.contains(name: "retry-after") ? .throttled(seconds: RetryAfter.seconds(headers)) : .failing
    }
}
