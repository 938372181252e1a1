import Foundation
import Programs
import Secrets
import Settings
import TestSupport
import Testing

@Suite("rules 12: the configured root certificates")
struct StoreKitRootsTests {
    /// Shows rule 12.49.
    @Test("A file of roots is loaded, none is allowed, and an invalid file is refused in one sentence that names it")
    func file() throws {
        #expect(try SignedPayloads.configured(Configuration([:])) == nil)
        let file = FileManager.default.temporaryDirectory.appending(path: "davenport-roots-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        let configuration = try Configuration(["STOREKIT_ROOTS_FILE": file.path])
        func refusal() -> String? {
            do {
                _ = try SignedPayloads.configured(configuration)
                return nil
            } catch { return "\(error)" }
        }
        #expect(refusal()?.contains("can't be read: \(file.path)") == true)
        let store = TestStore()
        for (text, expected) in [
            ("", "must hold certificates in PEM"), ("x", "must hold certificates in PEM"),
            (store.intermediate.pem, "must hold roots alone"),
        ] {
            try Data(text.utf8).write(to: file)
            let said = refusal()
            #expect(said?.contains(expected) == true && said?.contains(file.path) == true, "\(said ?? "")")
        }
        try Data((store.root.pem + TestStore().root.pem).utf8).write(to: file)
        #expect(refusal() == nil)
        #expect(try SignedPayloads.configured(configuration) != nil)
    }
}
