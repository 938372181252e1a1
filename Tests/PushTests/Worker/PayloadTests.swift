import DavenportAPI
import Domain
import Foundation
import Programs
import Testing

@testable import Push

@Suite("rules 21: the payload")
struct PayloadTests {
    private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    private let texts = Areas.all.flatMap { $0.notices }

    private func notice(
        _ kind: NotificationKind = .roomWatched, name: String = "Bea", title: String? = "Severance", detail: String? = nil, count: Int = 1
    ) -> Notice {
        Notice(
            kind: kind, recipientID: Self.nobody, actor: .init(id: Self.nobody, username: "bea", givenName: name), aboutID: Self.nobody,
            title: title, detail: detail, count: count)
    }

    private func text(_ notice: Notice) throws -> PushText {
        PushText(notice, try #require(texts.first { $0.kind == notice.kind }))
    }

    private func bytes(_ notice: Notice, badge: Int) throws -> [UInt8] {
        try PushPayload.bytes(notice, try #require(texts.first { $0.kind == notice.kind }), badge: badge)
    }

    /// Shows rule 21.6.
    @Test(
        "A payload fits into 4096 bytes however long names and titles are, and cuts no character in two",
        arguments: ["a", "é", "👩‍👩‍👧‍👦", "\u{0}", "\"", "क्षि"])
    func fits(character: String) throws {
        let long = notice(name: String(repeating: character, count: 2000), title: String(repeating: character, count: 2000))
        let bytes = try bytes(long, badge: 3)
        #expect((1...4096).contains(bytes.count))
        let payload = try JSONDecoder().decode(FakeApple.Payload.self, from: Data(bytes))
        #expect(payload.aps.alert.title.hasSuffix("…"))
        #expect(Set(payload.aps.alert.title.dropLast()).isSubset(of: [Character(character)]))
        #expect(payload.aps.alert.locArgs.allSatisfy { Set($0.dropLast()).isSubset(of: [Character(character)]) })
    }

    /// Shows rule 21.6.
    @Test("A payload that fits is left unchanged")
    func short() throws {
        let payload = try JSONDecoder().decode(FakeApple.Payload.self, from: Data(try bytes(notice(), badge: 0)))
        #expect(payload.aps.alert.body == "Bea finished Severance" && payload.aps.badge == 0)
    }

    @Test("A name that contains format specifiers appears as it is")
    func percent() throws {
        #expect(try text(notice(name: "%2$@", title: "100 %")).body == "%2$@ finished 100 %")
    }

    /// Shows rule 9.1.
    @Test("Singular and plural differ, named items are exact, and a stranger is named by username alone")
    func words() throws {
        #expect(try text(notice(.roomReplies, detail: "S01E03")).body == "Bea commented on Severance S01E03")
        #expect(try text(notice(.roomReplies, detail: "S01E03", count: 2)).body == "Bea left 2 comments on Severance S01E03")
        #expect(try text(notice(.roomRequested, detail: "S01E03")).body == "Bea asks to join Severance S01E03")
        #expect(try text(notice(.roomAccepted, detail: "S01E03")).body == "Bea let you join Severance S01E03")
        #expect(try text(notice(.friendRequested, title: nil)).body == "bea wants to be friends")
        #expect(try text(notice(.friendAccepted, title: nil)) == (try text(notice(.friendAccepted, title: nil, detail: "S01E03"))))
        #expect(try text(notice(.summary, title: nil)).body == "1 more thing happened")
        #expect(try text(notice(.summary, title: nil, count: 9)).title == "While you were away")
    }

    /// Shows rule 9.1.
    @Test("Every kind of the contract has a text of one area; a room's id is roomID in the payload, and other kinds have none")
    func everyKind() throws {
        #expect(texts.map(\.kind.rawValue).sorted() == NotificationKind.all.map(\.rawValue).sorted())
        for kind in NotificationKind.all {
            let decoded = try JSONDecoder().decode(FakeApple.Payload.self, from: Data(try bytes(notice(kind), badge: 0))).davenport
            #expect(decoded.kind == kind && (decoded.roomID != nil) == kind.rawValue.hasPrefix("room."), "\(kind)")
        }
    }

    /// Shows rule 21.6.
    @Test("Kind, room, actor and recipient determine the collapse id")
    func collapse() {
        let one = PushPayload.collapseID(notice())
        #expect(one == PushPayload.collapseID(notice(name: "Else")))
        let others = NotificationKind.all.map { PushPayload.collapseID(notice($0)) }
        #expect(Set(others).count == NotificationKind.all.count && others.contains(one))
    }
}
