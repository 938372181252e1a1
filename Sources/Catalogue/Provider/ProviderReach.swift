/// Whether the provider can be reached, and takes the key.
public enum ProviderReach {
    /// - Returns: nil where it can; else why not, in a sentence that names neither address nor key.
    public static func fault(_ settings: TMDBSettings) async -> String? {
        let provider = TMDBClient(settings).provider
        let fault = await fault(provider)
        await provider.close()
        return fault
    }

    private static func fault(_ provider: Provider) async -> String? {
        do {
            return switch try await provider.ask(.configuration) {
            case .found, .throttled: nil
            case .unknown: "Something else answers in the provider's place."
            case .failing: "The provider fails at the moment."
            }
        } catch {
            return "\(error)"
        }
    }
}
