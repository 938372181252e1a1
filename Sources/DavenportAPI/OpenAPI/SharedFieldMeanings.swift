extension FieldMeanings {
    /// The documentation of fields that any area may have, and of the members of problems.
    static let ofAnyArea: FieldMeanings = [
        "id": .init(example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "after": .init(meaning: "The `next` of the previous page.", example: "MjAyNi0xMS0yMQ"),
        "limit": .init(meaning: "The maximum number of items on the page."),
        "next": .init(meaning: "The cursor to send as `after` for the next page; absent at the end.", example: "MjAyNi0xMS0yMQ"),
        "Problem.type": .init(
            meaning: "The URN of the code.", example: .string("urn:davenport:problem:" + Introduction.problem.rawValue)),
        "Problem.title": .init(example: .string(Introduction.problem.title)),
        "Problem.status": .init(example: .integer(Introduction.problem.status)),
        "Problem.detail": .init(meaning: "What happened in this case, in English.", example: .string(Introduction.problem.title)),
        "Problem.code": .init(meaning: "The stable code by which clients decide.", example: .string(Introduction.problem.rawValue)),
        "Problem.errors": .init(meaning: "All faults in the request's fields."),
        "Problem.requestID": .init(
            meaning: "The request's id, also in the header X-Request-ID and in the server's log.", example: "1h4d9qk3x0z7u"),
        "FieldFault.field": .init(
            meaning: "The field's name, such as `\(Introduction.field)` for a field inside an object.",
            example: .string(Introduction.field)),
        "FieldFault.code": .init(example: "out_of_range"),
        "FieldFault.message": .init(
            meaning: "The expected value in English; continues a sentence that begins with the field's name.",
            example: "must be from 0 to 9999"),
    ]
}
