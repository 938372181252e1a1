import Foundation

/// The words that travel with every program that needs them, in the form of rule 12.7. `words/README.md` says how they are made.
public enum PlayWords {
    /// Reads the English ones from the program's resources.
    /// - Returns: the file, byte for byte.
    /// - Throws: an error of Foundation where the resources were not delivered with the program.
    public static func english() throws -> [UInt8] {
        Array(try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent("en.txt")))
    }
}
