import TestSupport

@testable import DavenportAPI

/// The types of which the API's answers in JSON consist.
enum AnswerTypes {
    static let probe = AnswerProbe(areas: Contracts.all)

    static func all() throws -> [any Decodable.Type] {
        let others: [any (Codable & Sendable).Type] = [NoContent.self, Media.self, Attachment.self]
        let answers = Endpoints.all.filter { answer in
            answer.mediaTypes == ["application/json"] && !others.contains { $0 == answer.output }
        }
        var waiting = answers.map { $0.output as any Decodable.Type } + [Problem.self]
        var (seen, all) = (Set<ObjectIdentifier>(), [any Decodable.Type]())
        while let type = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            all.append(type)
            switch try probe.form(of: type) {
            case .single: break
            case .list(let element): waiting.append(element)
            case .object(let properties): waiting += properties.map { $0.type }
            }
        }
        return all
    }
}
