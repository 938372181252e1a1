import DavenportAPI
import Foundation

/// Decodes the answers of an endpoint, in the form in which the server's `ResponseWriter` and `ProblemResponse` write
/// them.
struct AnswerReader<Declared: EndpointDeclaration> {
    let endpoint: Declared

    /// Decodes a successful answer, and throws the problem in any other answer.
    /// - Parameter isRepeated: whether an earlier attempt of the same request may have succeeded. If so, the answer 404
    ///   to a deletion counts as success.
    /// - Throws: `APIError.problem` or `.unexpectedAnswer`.
    func answer(_ response: Transport.Response, isRepeated: Bool = false) throws(APIError) -> Declared.Out {
        if response.status < 300, let answer = success(response) { return answer }
        let problem = response.status < 400 ? nil : try? JSONDecoder.wire.decode(Problem.self, from: response.body)
        guard let problem, problem.status == response.status else {
            throw .unexpectedAnswer(status: response.status, body: response.body)
        }
        // If an earlier attempt whose answer was lost has deleted the item, 404 means that the deletion succeeded.
        if isRepeated, endpoint.method == .delete, problem.code == .notFound, let done = NoContent() as? Declared.Out { return done }
        throw .problem(problem, retryAfter: response.retryAfter)
    }

    /// Decodes a successful answer; nil if it doesn't have the form of the endpoint's answers.
    private func success(_ response: Transport.Response) -> Declared.Out? {
        switch Declared.Out.self {
        case is NoContent.Type: return response.status == 204 ? NoContent() as? Declared.Out : nil
        case is Media.Type:
            return response.headers["content-type"].flatMap { Media(type: $0, bytes: [UInt8](response.body)) as? Declared.Out }
        case is Attachment.Type:
            return response.headers["content-type"].flatMap {
                let name = Download.name(response.headers["content-disposition"])
                return Attachment(type: $0, name: name, bytes: [UInt8](response.body)) as? Declared.Out
            }
        default:
            let decoder = JSONDecoder.wire
            decoder.userInfo[.isNew] = response.status == 201
            decoder.userInfo[.retryAfter] = response.retryAfter.map { Int($0.components.seconds) }
            return try? decoder.decode(Declared.Out.self, from: response.body)
        }
    }
}

extension Transport.Response {
    /// The seconds in the header `Retry-After`. It is nil if the header is missing or has a date, because this
    /// machine's clock may differ from the server's.
    var retryAfter: Duration? {
        headers["retry-after"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : .seconds($0) }
    }
}
