import Foundation

/// The web client's files. They are installed beside every program that serves them.
public enum WebClient {
    /// The folder beside the program that contains the web client's files: `index.html`, `service-worker.js`, icons,
    /// `css` and `js`.
    public static var folder: URL { Bundle.module.bundleURL }
}
