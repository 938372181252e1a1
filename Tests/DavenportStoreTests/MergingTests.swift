import DavenportAPI
import Foundation
import GRDB
import Testing

@testable import DavenportStore

@Suite("rule 14.12: unsent writes are merged, and possibly received ones never altered")
struct MergingTests {
    private let room = UUID()
    private let comment = UUID()

    private func create(_ content: String, seconds: Int? = nil) -> WatchWrite {
        .createComment(NewComment(roomID: room, id: comment, seconds: seconds, content: content))
    }

    private func edit(_ content: String?, seconds: Int? = nil) -> WatchWrite {
        .editComment(CommentChange(roomID: room, commentID: comment, content: content, seconds: seconds))
    }

    private var delete: WatchWrite { .deleteComment(CommentReference(roomID: room, commentID: comment)) }
    private var mark: WatchWrite { .markWatched(WatchedMark(roomID: room, watchedAt: .distantPast)) }
    private var unmark: WatchWrite { .unmarkWatched(RoomReference(roomID: room)) }

    private func read(_ number: Int?) -> WatchWrite { .markRead(ReadMark(roomID: room, commentID: comment), number: number) }

    private func place(_ seconds: Int) -> WatchWrite { .setPosition(NewPosition(roomID: room, seconds: seconds, running: true)) }
    private var unplace: WatchWrite { .deletePosition(RoomReference(roomID: room)) }

    private func react(_ emoji: String) -> WatchWrite { .addReaction(.init(roomID: room, commentID: comment, emoji: emoji)) }
    private func take(_ emoji: String) -> WatchWrite { .removeReaction(.init(roomID: room, commentID: comment, emoji: emoji)) }

    /// Returns the outbox's content after these writes. The first of them were sent before the others were written.
    private func outbox(_ actions: [WatchWrite], sent count: Int = 0) async throws -> [WatchWrite] {
        try await Folder.with { folder in
            let outbox = try OutboxFile(in: folder.url)
            for (index, action) in actions.enumerated() {
                if index == count, count > 0 { try await outbox.database.write { try $0.execute(sql: "UPDATE writes SET attempts = 1") } }
                try await outbox.add(action, at: .now)
            }
            return try await outbox.entries().compactMap { $0.action as? WatchWrite }
        }
    }

    /// Shows rule 14.12.
    @Test("An edit is merged into its comment, whose position follows the edited text as on the server")
    func edits() async throws {
        func made(_ seconds: Int, _ content: String) -> [WatchWrite] {
            [.createComment(NewComment(roomID: room, id: comment, seconds: seconds, content: content, literal: true))]
        }
        #expect(try await outbox([create("15:43 that"), edit("this")]) == made(943, "this"))
        #expect(try await outbox([create("that", seconds: 7), edit("0:09 this")]) == made(9, "this"))
        #expect(try await outbox([create("15:43 that"), edit(nil, seconds: 5), edit(" other ")]) == made(5, "other"))
        #expect(try await outbox([create("that"), edit("this")], sent: 1) == [create("that"), edit("this")])
    }

    /// Shows rules 14.12 and 17.17.
    @Test("A quote survives edits of the text, a changed text after a refusal and another room; an edit sets or removes it")
    func quotes() async throws {
        func made(_ content: String, _ quote: String?, literal: Bool = true) -> WatchWrite {
            .createComment(
                NewComment(roomID: room, id: comment, seconds: literal ? 0 : nil, content: content, literal: literal, quote: quote))
        }
        func quoted(_ quote: Patch<String>) -> WatchWrite {
            .editComment(CommentChange(roomID: room, commentID: comment, quote: quote))
        }
        let new = made("that", "a line", literal: false)
        #expect(try await outbox([new, edit("this")]) == [made("this", "a line")])
        #expect(try await outbox([new, quoted(.set("another"))]) == [made("that", "another")])
        #expect(try await outbox([new, quoted(.clear)]) == [made("that", nil)])
        #expect(try await outbox([new, quoted(.clear)], sent: 1) == [new, quoted(.clear)])
        #expect(new.saying("this") == made("this", "a line", literal: false))
        let other = UUID()
        #expect(
            quoted(.clear).moved(from: room, to: other) == .editComment(CommentChange(roomID: other, commentID: comment, quote: .clear)))
        guard case .createComment(let moved) = new.moved(from: room, to: other) else { return #expect(Bool(false)) }
        #expect(moved.quote == "a line")
    }

    /// Shows rules 14.12 and 17.29.
    @Test("What a reply answers survives edits of the text, a changed text after a refusal and another room")
    func replies() async throws {
        let answered = UUID()
        func made(_ content: String, seconds: Int? = nil, in room: UUID? = nil, literal: Bool = false) -> WatchWrite {
            .createComment(
                NewComment(
                    roomID: room ?? self.room, id: comment, seconds: seconds, content: content, literal: literal, replyTo: answered))
        }
        let (new, other) = (made("that"), UUID())
        #expect(try await outbox([new, edit("this")]) == [made("this", seconds: 0, literal: true)])
        #expect(new.saying("this") == made("this"))
        #expect(new.moved(from: room, to: other) == made("that", in: other))
    }

    /// Shows rule 14.12.
    @Test("A write repeated with the same id is stored once")
    func again() async throws {
        #expect(try await outbox([create("that"), mark, create("that")]) == [create("that"), mark])
        #expect(try await outbox([create("that"), create("that")], sent: 1) == [create("that")])
    }

    /// Shows rule 14.12.
    @Test("Deleting removes the unsent comment and its edits, unless the comment may have arrived")
    func deletions() async throws {
        #expect(try await outbox([create("that"), edit("this"), mark, delete]) == [mark])
        #expect(try await outbox([create("that"), edit("this"), delete], sent: 1) == [create("that"), delete])
        #expect(try await outbox([edit("this"), delete], sent: 1) == [edit("this"), delete])
        #expect(try await outbox([edit("this"), delete]) == [delete])
    }

    /// Shows rule 14.12.
    @Test("Unmarking removes an unsent mark and is sent nevertheless, and a new mark comes after it")
    func marks() async throws {
        #expect(try await outbox([mark, unmark]) == [unmark])
        #expect(try await outbox([unmark, mark, unmark]) == [unmark])
        #expect(try await outbox([mark, unmark, mark]) == [unmark, mark])
        #expect(try await outbox([unmark, unmark]) == [unmark])
        #expect(try await outbox([mark, unmark], sent: 1) == [mark, unmark])
    }

    /// Shows rule 14.12.
    @Test("Of positions in a room the last one remains, and a sent one isn't altered")
    func positions() async throws {
        #expect(try await outbox([place(1), place(2)]) == [place(2)])
        #expect(try await outbox([place(1), unplace]) == [unplace])
        #expect(try await outbox([unplace, place(3)]) == [place(3)])
        #expect(try await outbox([place(1), place(2)], sent: 1) == [place(1), place(2)])
    }

    /// Shows rule 14.12.
    @Test("Of wishes about the same reaction the last one is sent, and a deleted comment needs none")
    func reactions() async throws {
        #expect(try await outbox([react("🐐"), react("👍"), take("🐐")]) == [react("👍"), take("🐐")])
        #expect(try await outbox([take("🐐"), react("🐐"), react("🐐")]) == [react("🐐")])
        #expect(try await outbox([react("🐐"), take("🐐")], sent: 1) == [react("🐐"), take("🐐")])
        #expect(try await outbox([create("that"), react("🐐"), delete]) == [])
    }

    /// Shows rule 14.10.
    @Test("A running position that waits advances until it is sent, and pauses where it was set after 180 seconds")
    func waitingPositions() {
        let sent = [0, 60.9, 179, 180, 86_400].map { place(660).aged(by: $0) }
        #expect(Array(sent.prefix(3)) == [place(660), place(720), place(839)])
        let paused = WatchWrite.setPosition(NewPosition(roomID: room, seconds: 660, running: false))
        #expect(Array(sent.suffix(2)) == [paused, paused])
        #expect(paused.aged(by: 60) == paused && mark.aged(by: 60) == mark)
    }

    /// Shows rule 14.12.
    @Test("Of read markers the highest remains, and one's own comment is above all")
    func markers() async throws {
        #expect(try await outbox([read(3), read(5)]) == [read(5)])
        #expect(try await outbox([read(5), read(3)]) == [read(5)])
        #expect(try await outbox([read(5), read(nil), read(9)]) == [read(nil)])
        #expect(try await outbox([read(5), read(3)], sent: 1) == [read(5), read(3)])
    }
}
