import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Secrets
import Synchronization
import TestSupport

/// The stand-in for Apple, in a separate process with its own folder.
final class StandIn: Sendable {
    /// A request as the ledger records it.
    struct Entry: Decodable {
        let at: Int
        let connection: Int
        let open: Int
        let team: String?
        let key: String?
        let iat: Int?
        let id: String?
        let device: String
        let collapseID: String?
        let priority: String?
        let pushType: String?
        let topic: String?
        let expiration: String?
        let size: Int
        let status: Int
        let reason: String?
    }

    /// The error that the program ended, or rejected a control line.
    struct Failure: Error {
        let output: [String]
    }

    let folder: URL
    private let process = Process()
    private let input = Pipe()
    /// The number of lines that the program has printed when it has answered every control line.
    private let lineCount = Mutex(1)

    /// The URL of the push services of browsers and Android.
    var browsersURL: String {
        let text = (try? String(contentsOf: folder.appending(path: "web-url"), encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    var caFile: String { folder.appending(path: "ca.pem").path }
    var url: String { lines.first ?? "" }
    /// The lines that the program has printed. The first one is its URL.
    var lines: [String] {
        let text = (try? String(contentsOf: printed, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n").dropLast()
    }
    private var printed: URL { folder.appending(path: "printed") }

    /// Starts a stand-in, runs the body, and ends the process.
    /// - Parameter options: command-line options beside those that every test needs.
    static func run<T>(_ options: [String] = ["--quiet"], in folder: URL? = nil, _ body: (StandIn) async throws -> T) async throws -> T {
        let standIn = try StandIn(options, folder ?? URL.temporaryDirectory.appending(path: "push-stand-in-\(UUID().uuidString)"))
        defer {
            standIn.process.terminate()
            if folder == nil { try? FileManager.default.removeItem(at: standIn.folder) }
        }
        try await eventually("the stand-in is ready") { try standIn.isReady() }
        return try await body(standIn)
    }

    private init(_ options: [String], _ folder: URL) throws {
        self.folder = folder
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["push-stand-in", "--state", folder.path, "--with-parent"] + options
        process.environment = ["PATH": Shell.path]
        process.standardInput = input
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: printed)
        process.standardOutput = try FileHandle(forWritingTo: printed)
        try process.run()
    }

    private func isReady() throws -> Bool {
        if !process.isRunning { throw Failure(output: lines) }
        return !lines.isEmpty
    }

    // MARK: Controlling it

    /// Sends one control line of JSON, and waits until it is in effect.
    func control(_ control: String) async throws {
        let answered = lineCount.withLock { count in
            count += 1
            return count
        }
        input.fileHandleForWriting.write(Data((control + "\n").utf8))
        try await eventually("the stand-in answers") { lines.count >= answered || !process.isRunning }
        guard lines.dropFirst(answered - 1).first == "ok" else { throw Failure(output: lines) }
    }

    /// Registers a key, so that the stand-in accepts its tokens.
    func register(_ key: VerifyingKey, team: String, keyID: String) throws {
        let file = folder.appending(path: "teams.json")
        var teams = (try? JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: file))) ?? []
        teams.append(["team": team, "key": keyID, "publicKey": key.pem])
        try JSONEncoder().encode(teams).write(to: file, options: .atomic)
    }

    /// Stops the process with SIGSTOP, so that it neither reads nor writes, or continues it.
    func hold(_ isHeld: Bool) { kill(process.processIdentifier, isHeld ? SIGSTOP : SIGCONT) }

    /// Sends SIGTERM, and waits for the end of the process.
    /// - Returns: the exit code.
    func terminate() async throws -> Int32 {
        process.terminate()
        try await eventually("the stand-in has ended") { !process.isRunning }
        return process.terminationStatus
    }

    /// Closes the program's standard input, which happens when its parent process ends.
    /// - Returns: the exit code.
    func endInput() async throws -> Int32 {
        try input.fileHandleForWriting.close()
        try await eventually("the stand-in has ended") { !process.isRunning }
        return process.terminationStatus
    }

    // MARK: Browsers

    /// A message to a browser or an Android device as the log records it.
    struct Message: Decodable {
        let id: String
        let topic: String?
        let ttl: Int?
        let urgency: String?
        let size: Int
        let status: Int
        let reason: String?
        /// The message, decrypted.
        let message: String?
    }

    private struct Subscription: Decodable {
        struct Keys: Decodable {
            let p256dh: String
            let auth: String
        }
        let endpoint: String
        let keys: Keys
    }

    /// Makes a browser's subscription.
    /// - Parameter sender: the key of the sender that may send to it; empty for any.
    func subscription(for sender: String = "") async throws -> WebPushSubscription {
        var configuration = HTTPClient.Configuration.patient
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(caFile)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(url: browsersURL + "/subscriptions?key=\(sender)")
        request.method = .POST
        let body: Data
        do {
            let answer = try await client.execute(request, timeout: .minutes(10))
            body = Data(try await answer.body.collect(upTo: 4096).readableBytesView)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
        let found = try JSONDecoder().decode(Subscription.self, from: body)
        guard let key = Base64.url.decode(found.keys.p256dh.utf8), let auth = Base64.url.decode(found.keys.auth.utf8) else {
            throw Failure(output: [String(decoding: body, as: UTF8.self)])
        }
        return WebPushSubscription(endpoint: found.endpoint, p256dh: key, auth: auth)
    }

    /// Returns all messages to browsers so far, in the order of their arrival.
    func messages() throws -> [Message] { try messages(of: "browsers.jsonl") }

    /// Returns all requests to Google so far, for access tokens (`token`) and pushes, in the order of their arrival.
    func androidMessages() throws -> [Message] { try messages(of: "android.jsonl") }

    private func messages(of file: String) throws -> [Message] {
        try lines(of: file).map { try JSONDecoder().decode(Message.self, from: Data($0)) }
    }

    /// Returns the file of a service account that gets its access tokens here.
    var serviceAccount: String { ServiceAccountFile.text(["token_uri": browsersURL + "/token"]) }
    var tokenHosts: PushServiceHosts { PushServiceHosts([browsersURL.replacing("https://", with: "")]) }

    // MARK: Reading the ledger

    /// Returns the number of requests to all services so far.
    func pushCount() throws -> Int { try ledgerCount() + lines(of: "browsers.jsonl").count + lines(of: "android.jsonl").count }

    /// Returns all requests so far, in the order of their arrival.
    func ledger() throws -> [Entry] {
        try ledgerLines().map { try JSONDecoder().decode(Entry.self, from: Data($0)) }
    }

    /// Waits until the ledger has this number of lines, and returns them.
    func ledger(count: Int) async throws -> [Entry] {
        try await eventually("the ledger has \(count) lines") { try ledgerCount() >= count }
        return try ledger()
    }

    /// Returns the number of requests so far. A test can call this often, because it is cheap.
    func ledgerCount() throws -> Int { try ledgerLines().count }

    /// The program may be writing the last line, so it may be incomplete.
    private func ledgerLines() throws -> [Data.SubSequence] { try lines(of: "ledger.jsonl") }

    private func lines(of file: String) throws -> [Data.SubSequence] {
        let newline = UInt8(ascii: "\n")
        let text = try Data(contentsOf: folder.appending(path: file))
        guard let end = text.lastIndex(of: newline) else { return [] }
        return text[..<end].split(separator: newline)
    }
}
