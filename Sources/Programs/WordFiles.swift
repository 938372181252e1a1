import DavenportAPI
import Foundation
import Settings
import PlayWords

/// Reads the word lists: the English one, which is built into the program, and those in the folder `WORDS_DIR`.
public enum WordFiles {
    /// Reads all word lists. A file in the folder replaces the built-in list of the same language.
    /// - Returns: one list for each language, sorted by language.
    /// - Throws: a `Failure` that names every unusable file with its fault.
    public static func read(_ configuration: Configuration) throws -> [WordList] {
        var lists = ["en": try WordList(PlayWords.english())]
        guard let folder = configuration.wordsDirectory else { return Array(lists.values) }
        var (faults, files): ([String], [String: String]) = ([], [:])
        for file in try names(in: folder) {
            do {
                let list = try WordList(Array(Data(contentsOf: URL(filePath: folder).appending(path: file))))
                if let other = files.updateValue(file, forKey: list.language) {
                    faults.append("\(file) and \(other) are both of the language \(list.language).")
                }
                lists[list.language] = list
            } catch let fault as WordListFault {
                faults.append("\(file): \(fault)")
            } catch {
                faults.append("\(file) can't be read.")
            }
        }
        guard faults.isEmpty else { throw Failure("WORDS_DIR has files that aren't usable. " + faults.joined(separator: " ")) }
        return lists.values.sorted { $0.language < $1.language }
    }

    /// Returns the names of the folder's regular `.txt` files, sorted. It skips hidden files, such as those that macOS
    /// adds beside other files. It also skips pipes, because reading them would block.
    private static func names(in folder: String) throws -> [String] {
        let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey]
        do {
            let files = try FileManager.default.contentsOfDirectory(at: URL(filePath: folder), includingPropertiesForKeys: keys)
            return try files.filter { file in
                guard file.pathExtension == "txt", !file.lastPathComponent.hasPrefix(".") else { return false }
                return try file.resolvingSymlinksInPath().resourceValues(forKeys: Set(keys)).isRegularFile == true
            }.map { $0.lastPathComponent }.sorted()
        } catch {
            throw Failure("WORDS_DIR names a folder that can't be read: \(folder)")
        }
    }
}
