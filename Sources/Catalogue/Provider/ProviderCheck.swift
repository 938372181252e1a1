/// Checks for an operator whether a provider can be reached and accepts the key and the account.
public enum ProviderCheck {
    /// Sends one request to TMDB.
    /// - Returns: nil if the provider answers; else the reason, as a sentence that contains neither the address nor the
    ///   key.
    public static func fault(_ settings: TMDBSettings) async -> String? { await fault(TMDBClient(settings).provider, "TMDB") }

    /// Searches at OpenSubtitles.com, and logs in if there is an account.
    /// - Returns: nil if the provider answers; else the reason, as a sentence that contains neither the address nor a
    ///   secret.
    public static func fault(_ settings: OpenSubtitlesSettings) async -> String? {
        await fault(OpenSubtitlesClient(settings, .ofSubtitles).provider, "OpenSubtitles.com")
    }

    private static func fault(_ provider: Provider, _ name: String) async -> String? {
        let fault = await answer(provider, name)
        await provider.close()
        return fault
    }

    private static func answer(_ provider: Provider, _ name: String) async -> String? {
        do {
            return switch try await provider.ask(.configuration) {
            case .found, .charged, .throttled: nil
            case .unknown: "The address answers, but not with the API of \(name)."
            case .failing: "The provider currently answers with errors."
            }
        } catch {
            return "\(error)"
        }
    }
}
