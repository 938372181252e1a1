import DavenportAPI
import Foundation

/// Decodes the answers of an endpoint, in the form in which the server's `ResponseWriter` and `ProblemResponse` write
/// them. Any other answer doesn't count (rule 10.16).
struct AnswerReader<Declared: EndpointDeclaration> {
    let endpoint: Declared

    /// Decodes a successful answer, and throws the problem in a refusal.
    ///
    /// If an earlier attempt of the same request may have succeeded, the answer 404 to a deletion counts as success.
    /// - Throws: `APIError.problem` or `.clientTooOld`, or `.unexpectedAnswer` if the answer doesn't count.
    func answer(_ response: Transport.Response, to attempt: Sender.Attempt) throws(APIError) -> Declared.Out {
        guard attempt.isAnswered(by: response) else { throw response.unexpected }
        if isSuccess(response.status) {
            guard let content = content(of: response) else { throw response.unexpected }
            return content
        }
        guard let problem = response.problem else { throw response.unexpected }
        if problem.code == .clientTooOld { throw .clientTooOld(problem) }
        // If an earlier attempt whose answer was lost has deleted the item, 404 means that the deletion succeeded.
        let mayBeDone = attempt.isRepeated && endpoint.method == .delete && problem.code == .notFound
        if mayBeDone, let done = NoContent() as? Declared.Out { return done }
        throw .problem(problem, retryAfter: response.retryAfter)
    }

    /// Returns the file in a successful answer, whose bytes are still to be read; nil if the answer isn't a file, or
    /// doesn't count.
    func file(_ response: Transport.StreamedResponse, to attempt: Sender.Attempt) -> Declared.Out? {
        guard attempt.isAnswered(by: response.head), isSuccess(response.head.status), hasDeclaredType(response.head) else { return nil }
        return Download(response) as? Declared.Out
    }

    /// Decodes the content of a successful answer; nil if it doesn't have the form of the endpoint's answers.
    func content(of response: Transport.Response) -> Declared.Out? {
        if Declared.Out.self == NoContent.self {
            return response.isEmpty ? NoContent() as? Declared.Out : nil
        }
        guard hasDeclaredType(response), let type = response.headers["content-type"] else { return nil }
        switch Declared.Out.self {
        case is Media.Type: return Media(type: type, bytes: [UInt8](response.body)) as? Declared.Out
        case is Attachment.Type:
            let name = Download.name(response.headers["content-disposition"])
            return Attachment(type: type, name: name, bytes: [UInt8](response.body)) as? Declared.Out
        case is Download.Type: return nil
        default:
            let decoder = JSONDecoder.wire
            decoder.userInfo[.isNew] = response.status == 201
            decoder.userInfo[.retryAfter] = response.retryAfter.map { Int($0.components.seconds) }
            return try? decoder.decode(Declared.Out.self, from: response.body)
        }
    }

    private func isSuccess(_ status: Int) -> Bool {
        status == endpoint.success || status == 200 && Declared.Out.self is any CreatedAnswer.Type
    }

    private func hasDeclaredType(_ response: Transport.Response) -> Bool {
        response.mediaType.map(endpoint.mediaTypes.contains) ?? false
    }
}

extension Transport.Response {
    /// The seconds in the header `Retry-After`. It is nil if the header is missing or has a date, because this
    /// machine's clock may differ from the server's.
    var retryAfter: Duration? {
        headers["retry-after"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : .seconds($0) }
    }

    /// The error for an answer that doesn't count.
    var unexpected: APIError { .unexpectedAnswer(status: status, body: body) }

    /// Whether the answer has no content, as one with the status 204 or 304.
    var isEmpty: Bool { body.isEmpty && mediaType == nil }

    /// The media type in lower case, without parameters; nil if there is none.
    var mediaType: String? {
        headers["content-type"].map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// The problem in the answer; nil if the answer isn't one of Davenport's refusals.
    var problem: Problem? {
        guard 400..<600 ~= status, mediaType == "application/problem+json" else { return nil }
        let problem = try? JSONDecoder.wire.decode(Problem.self, from: body)
        return problem?.status == status ? problem : nil
    }
}
