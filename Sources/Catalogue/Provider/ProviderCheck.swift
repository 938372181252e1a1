/// Checks for an operator whether the provider can be reached and accepts the key.
public enum ProviderCheck {
    /// Sends one request to the provider.
    /// - Returns: nil if the provider answers; else the reason, as a sentence that contains neither the address nor the
    ///   key.
    public static func fault(_ settings: TMDBSettings) async -> String? {
        let provider = TMDBClient(settings).provider
        let fault = await fault(provider)
        await provider.close()
        return fault
    }

    private static func fault(_ provider: Provider) async -> String? {
        do {
            return switch try await provider.ask(.configuration) {
            case .found, .foundLast, .throttled: nil
            case .unknown: "The address answers, but not with TMDB's API."
            case .failing: "The provider currently answers with errors."
            }
        } catch {
            return "\(error)"
        }
    }
}
