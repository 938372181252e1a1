import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. A test's time includes its wait for a database while the whole suite runs, so this limit is many
    /// times the suite's length on a busy machine.
    public static var generousTimeLimit: Self { .timeLimit(.minutes(60)) }
}
