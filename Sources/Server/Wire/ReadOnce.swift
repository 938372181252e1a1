/// A value that is read once, however often it is asked for: what it is read from is gone afterwards.
struct ReadOnce<Value> {
    private var outcome: Result<Value, any Error>?

    mutating func callAsFunction(_ read: () async throws -> Value) async throws -> Value {
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
