import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. A test's time includes its wait for a database, so the limit is many times the duration
    /// of the whole suite on a busy machine.
    public static var generousTimeLimit: Self { .timeLimit(.minutes(60)) }
}
