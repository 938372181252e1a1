extension EndpointDeclaration {
    /// Every problem code that this endpoint can answer, by status. Some codes follow from access checks, the required
    /// feature and the input; the endpoint declares the others.
    public var problems: [Problem.Code] { problems(among: Problem.Code.all) }

    /// Returns the codes in `codes` that this endpoint can answer, in the same order.
    func problems(among codes: [Problem.Code]) -> [Problem.Code] {
        // Any request can be malformed, and of an old client.
        let all = Set(problemsOfAccess + problemsOfInput + errors + [.malformedRequest, .clientTooOld, .internalError, .unavailable])
        return codes.filter(all.contains)
    }

    private var problemsOfAccess: [Problem.Code] {
        let feature: [Problem.Code] = feature == nil ? [] : [.featureOff]
        // Each request of a user that changes something counts against a rate limit.
        let limit: [Problem.Code] = method == .get ? [] : [.tooManyRequests]
        return switch who {
        case .anyone: feature + [.tenantRequired, .tenantNotFound]
        case .stranger: feature
        case .basic: feature + [.invalidCredentials, .tenantRequired, .tenantNotFound]
        case .key: feature + limit + [.notFound]
        case .user: feature + limit + [.unauthenticated, .otherUser, .tenantNotFound]
        case .roles: feature + limit + [.unauthenticated, .otherUser, .tenantNotFound, .forbidden]
        }
    }

    private var problemsOfInput: [Problem.Code] {
        let names = Set(DescribedFields.variants(of: In.self).flatMap(\.fields).map(\.name))
        var codes: [Problem.Code] = []
        if !pathParameters.isEmpty { codes.append(.notFound) }
        if !names.subtracting(pathParameters).isEmpty { codes.append(.invalid) }
        if method.hasBody { codes += [.bodyTooLarge, .unsupportedEncoding] }
        if method.hasBody, !takesStream { codes.append(.unsupportedMediaType) }
        if takesStream { codes.append(.lengthRequired) }
        if Out.self == Download.self { codes.append(.rangeNotSatisfiable) }
        return codes
    }
}
