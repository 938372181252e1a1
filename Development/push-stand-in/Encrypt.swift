import ArgumentParser
import Foundation
import Secrets

/// Encrypts texts as the push worker does, so that another program can check it.
struct Encrypt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Encrypt each line of standard input, {\"p256dh\": …, \"auth\": …, \"text\": …}, and print it in base64url.",
        shouldDisplay: false)

    private struct Line: Decodable {
        let p256dh: String
        let auth: String
        let text: String
    }

    func run() throws {
        while let text = readLine() {
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            guard let key = Base64.url.decode(line.p256dh.utf8).flatMap(AgreementPublicKey.init(bytes:)),
                let auth = Base64.url.decode(line.auth.utf8)
            else { throw ValidationError("The keys can't be read.") }
            print(Base64.url.encode(WebPushMessage.encrypt(Array(line.text.utf8), for: key, auth: auth)))
        }
    }
}
