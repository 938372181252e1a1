extension Words {
    /// What every area's fields may be called, and what problems tell.
    static let ofAnyArea: Words = [
        "id": .init(example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "after": .init(meaning: "The `next` of the page before.", example: "MjAyNi0xMS0yMQ"),
        "limit": .init(meaning: "How many at most."),
        "next": .init(meaning: "To be sent as `after` for the following page; absent at the end.", example: "MjAyNi0xMS0yMQ"),
        "Problem.type": .init(
            meaning: "A URN that names the code.", example: .string("urn:davenport:problem:" + Introduction.problem.rawValue)),
        "Problem.title": .init(example: .string(Introduction.problem.title)),
        "Problem.status": .init(example: .integer(Introduction.problem.status)),
        "Problem.detail": .init(meaning: "What happened this time, in English.", example: .string(Introduction.problem.title)),
        "Problem.code": .init(meaning: "Stable; clients decide by it.", example: .string(Introduction.problem.rawValue)),
        "Problem.errors": .init(meaning: "What is wrong with which field, everything at once."),
        "Problem.requestID": .init(meaning: "Also in the header X-Request-ID and in the server's log.", example: "1h4d9qk3x0z7u"),
        "FieldFault.field": .init(
            meaning: "The field's name; `\(Introduction.field)` for one inside an object.", example: .string(Introduction.field)),
        "FieldFault.code": .init(example: "out_of_range"),
        "FieldFault.message": .init(
            meaning: "What is expected, in English, to follow the field's name.", example: "must be from 0 to 9999"),
    ]
}
