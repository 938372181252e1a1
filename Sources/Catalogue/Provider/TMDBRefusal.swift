import NIOHTTP1
import UntrustedText

/// An error response of TMDB. Its codes are listed at https://developer.themoviedb.org/docs/errors.
struct TMDBRefusal: Decodable {
    /// TMDB's code of the error; nil if the response comes from something else, such as a proxy.
    let code: Int?

    enum CodingKeys: String, CodingKey {
        case code = "status_code"
    }

    /// Reads TMDB's error code from the body of an HTTP response. Everything else in the body is ignored.
    init(_ body: [UInt8]) {
        code = (try? Self(untrustedJSON: body))?.code
    }

    init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .code)
    }

    /// The codes for an invalid id, or an id under which TMDB has nothing.
    private static let unknown: Set = [6, 34, 44]
    /// The codes for TMDB being offline, in maintenance or broken, or getting no response from its own backend.
    private static let failing: Set = [9, 11, 15, 24, 43, 46]
    /// The codes with which TMDB refuses the key, or the account that the key belongs to.
    private static let keyRefused: Set = [3, 7, 10, 14, 16, 17, 26, 30, 31, 32, 33, 35, 36, 38, 39, 41, 45]
    private static let throttled = 25

    /// Converts the error response to a reply, by TMDB's error code, or by the HTTP status if the response has no code.
    /// - Throws: `ProviderFault` for an error that an operator has to fix, and for a response that doesn't come from
    ///   TMDB.
    func reply(to providerRequest: ProviderRequest, status: Int, _ headers: HTTPHeaders) throws(ProviderFault) -> ProviderReply {
        if let code {
            if Self.unknown.contains(code) { return .unknown }
            if Self.failing.contains(code) { return Self.failing(headers) }
            if Self.keyRefused.contains(code) { throw ProviderFault("TMDB refuses the key in TMDB_API_KEY, with its code \(code).") }
        }
        if code == Self.throttled || status == 429 { return .throttled(seconds: RetryAfter.seconds(headers)) }
        // A search that TMDB rejects as invalid has no results.
        if providerRequest.isSearch, status == 400 || status == 422 { return .unknown }
        guard code == nil else { throw ProviderFault("The provider answered with status \(status) and its code \(code ?? 0).") }
        // Only TMDB's own code makes a thing unknown: a proxy or a slightly wrong address answers 404 to everything.
        if status == 404 { throw ProviderFault("The address answers, but not with TMDB's API.") }
        if (500...599).contains(status) { return Self.failing(headers) }
        throw ProviderFault("The provider answered with status \(status).")
    }

    private static func failing(_ headers: HTTPHeaders) -> ProviderReply {
        headers.contains(name: "retry-after") ? .throttled(seconds: RetryAfter.seconds(headers)) : .failing
    }
}
