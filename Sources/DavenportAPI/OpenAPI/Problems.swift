extension EndpointDeclaration {
    /// Every code that a request to this endpoint can be answered with, by status: what follows from who may call it, what it needs and
    /// what it takes, and what its declaration names.
    public var problems: [Problem.Code] { problems(among: Problem.Code.all) }

    /// The same, in the order of these.
    func problems(among codes: [Problem.Code]) -> [Problem.Code] {
        // Any head may be one that can't be read.
        let all = Set(problemsOfAccess + problemsOfInput + errors + [.malformedRequest, .internalError, .unavailable])
        return codes.filter(all.contains)
    }

    private var problemsOfAccess: [Problem.Code] {
        let feature: [Problem.Code] = feature == nil ? [] : [.featureOff]
        return switch who {
        case .anyone: feature + [.tenantRequired, .tenantNotFound]
        case .basic: feature + [.invalidCredentials, .tenantRequired, .tenantNotFound]
        case .user: feature + [.unauthenticated, .tenantNotFound]
        case .roles: feature + [.unauthenticated, .tenantNotFound, .forbidden]
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
