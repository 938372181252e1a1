import DavenportAPI
import Domain
import Foundation
import Testing

@testable import Push

@Suite("rules.md 21: the payload")
struct PayloadTests {
    private func notice(
        _ kind: NotificationKind = .roomWatched, name: String = "Bea", title: String = "Severance", count: Int = 1
    ) -> Notice {
        Notice(
            kind: kind, recipientID: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            actorID: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), actorName: name,
            roomID: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            subject: .custom(title: title), count: count)
    }

    @Test(
        "It fits into 4096 bytes, however long names and titles are, and no character is cut in two",
        arguments: ["a", "é", "👩‍👩‍👧‍👦", "\u{0}", "\"", "क्षि"])
    func fits(character: String) throws {
        let long = notice(name: String(repeating: character, count: 2000), title: String(repeating: character, count: 2000))
        let bytes = try PushPayload.bytes(long, badge: 3)
        #expect((1...4096).contains(bytes.count))
        let payload = try JSONDecoder().decode(FakeApple.Payload.self, from: Data(bytes))
        #expect(payload.aps.alert.title.hasSuffix("…"))
        #expect(Set(payload.aps.alert.title.dropLast()).isSubset(of: [Character(character)]))
        #expect(payload.aps.alert.locArgs.allSatisfy { Set($0.dropLast()).isSubset(of: [Character(character)]) })
    }

    @Test("What fits stays as it is")
    func short() throws {
        let payload = try JSONDecoder().decode(FakeApple.Payload.self, from: Data(try PushPayload.bytes(notice(), badge: 0)))
        #expect(payload.aps.alert.body == "Bea finished Severance" && payload.aps.badge == 0)
    }

    @Test("A name with places for arguments in it is said as it is")
    func percent() {
        #expect(PushText(notice(name: "%2$@", title: "100 %")).body == "%2$@ finished 100 %")
    }

    @Test("The collapse id is one for a kind, room, actor and recipient, and another for each other")
    func collapse() {
        let one = PushPayload.collapseID(notice())
        #expect(one == PushPayload.collapseID(notice(name: "Else")))
        let others = NotificationKind.all.map { PushPayload.collapseID(notice($0)) }
        #expect(Set(others).count == NotificationKind.all.count && others.contains(one))
    }
}
