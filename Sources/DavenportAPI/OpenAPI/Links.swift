/// Adds OpenAPI links from an answer that creates an object to the operations on this object. For example, creating an
/// invite gets links to all operations under `/invites/{inviteID}`.
struct Links {
    let components: Components

    /// Returns the document's paths with links added to every answer with status 201.
    func added(to paths: JSONValue) -> JSONValue {
        let operations = components.areas.endpoints.filter { $0.success == 201 }
        return operations.reduce(into: paths) { paths, endpoint in
            let method = endpoint.method.rawValue.lowercased()
            guard var item = paths[endpoint.path], var operation = item[method], var answers = operation["responses"],
                var made = answers["201"], let schema = made["content"]?["application/json"]?["schema"]
            else { return }
            let links = links(from: endpoint, answering: schema)
            guard !links.isEmpty else { return }
            made["links"] = .object(links)
            answers["201"] = made
            operation["responses"] = answers
            item[method] = operation
            paths[endpoint.path] = item
        }
    }

    private func links(from endpoint: any EndpointDeclaration, answering schema: JSONValue) -> [JSONValue.Member] {
        let ids = ids(in: schema)
        return components.areas.endpoints.compactMap { target in
            guard target.pathParameters.contains(where: { ids.own.keys.contains($0) }) else { return nil }
            let sources = target.pathParameters.compactMap { ids.own[$0] ?? ids.others[$0] }
            guard sources.count == target.pathParameters.count else { return nil }
            let parameters = zip(target.pathParameters, sources).map { JSONValue.Member($0, .string("$response.body#/\($1)")) }
            return .init(target.name, ["operationId": .string(target.name), "parameters": .object(parameters)])
        }
    }

    /// Returns the JSON pointers to the ids in an answer, by the name of the path parameter that the id can fill. `own`
    /// has the ids of the object and its parts. `others` has the ids of objects that the object refers to.
    private func ids(in schema: JSONValue) -> (own: [String: String], others: [String: String]) {
        var (own, others): ([String: String], [String: String]) = ([:], [:])
        if let name = schema["$ref"]?.text?.split(separator: "/").last { own[name.lowercased() + "ID"] = "id" }
        let properties = components.resolved(schema)["properties"]?.members ?? []
        if !properties.contains(where: { $0.name == "id" }) { own = [:] }
        for property in properties {
            if property.name.hasSuffix("ID") { others[property.name] = property.name }
            let part = components.resolved(property.value)
            if part["properties"]?["id"] != nil { own[property.name + "ID"] = property.name + "/id" }
        }
        return (own, others)
    }
}
