import DavenportAPI
import Foundation
import Testing

@Suite("rules 6: a thread is the comments of one exact second")
struct CommentThreadTests {
    private func comment(_ number: Int, at seconds: Int, _ content: String = "x", id: UUID = UUID()) -> DavenportAPI.Comment {
        DavenportAPI.Comment(
            id: id, roomID: UUID(), number: number, seconds: seconds, content: content, author: nil,
            createdAt: Date(timeIntervalSince1970: 0), editedAt: nil)
    }

    /// Shows rule 6.3.
    @Test("Threads are sorted by seconds with the general one first, and comments by number, in any order of arrival")
    func order() {
        let comments = [comment(1, at: 50), comment(2, at: 10), comment(3, at: 50), comment(4, at: 0), comment(5, at: 11)]
        for _ in 0..<20 {
            let threads = comments.shuffled().threads
            #expect(threads.map(\.seconds) == [0, 10, 11, 50])
            #expect(threads.map { $0.comments.map(\.number) } == [[4], [2], [5], [1, 3]])
            #expect(threads.map(\.isGeneral) == [true, false, false, false])
        }
        #expect([DavenportAPI.Comment]().threads.isEmpty)
    }

    @Test("A comment that arrives twice is there once, in its last version")
    func twice() {
        let id = UUID()
        let threads = [comment(1, at: 10, "tpyo", id: id), comment(2, at: 20), comment(1, at: 20, "typo", id: id)].threads
        #expect(threads.map(\.seconds) == [20])
        #expect(threads[0].comments.map(\.content) == ["typo", "x"])
    }
}
