/// A value that is read at the first call and then cached, because its source, such as the body of a request, can be
/// read only once. Only one task may use it.
final class Lazy<Value> {
    private let read: () async throws -> Value
    private var outcome: Result<Value, any Error>?

    init(_ read: @escaping () async throws -> Value) {
        self.read = read
    }

    func callAsFunction() async throws -> Value {
        if let outcome { return try outcome.get() }
        do {
            let value = try await read()
            outcome = .success(value)
            return value
        } catch {
            outcome = .failure(error)
            throw error
        }
    }
}
