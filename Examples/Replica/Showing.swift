import DavenportAPI
import DavenportStore
import Foundation

/// Writes what is said as it comes, and what is gone.
@MainActor func show(_ events: AsyncStream<StoreEvent<Comment>>) async {
    for await event in events {
        for comment in event.items {
            let who = comment.author?.username ?? "somebody"
            let mark = if case .removed = event { "gone" } else { TimestampText.text(comment.seconds) }
            tell("\(mark) \(who): \(comment.content)")
        }
    }
}

/// Writes a line at once, for who reads along.
func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// What is typed, line by line. Another thread waits for it, so that the copy goes on meanwhile.
func lines() -> AsyncStream<String> {
    AsyncStream { lines in
        Thread.detachNewThread {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}
