import Foundation

/// The web client's files, which travel with every program that serves them.
public enum WebClient {
    /// The folder beside the program that holds them: `index.html`, `service-worker.js`, icons, `css` and `js`.
    public static var folder: URL { Bundle.module.bundleURL }
}
