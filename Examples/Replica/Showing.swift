import DavenportAPI
import DavenportStore
import Foundation

/// Prints new, changed and removed comments as they arrive, and stores who wrote the new ones.
@MainActor func show(_ events: AsyncStream<StoreEvent<Comment>>, noting visitors: Visitors?) async {
    for await event in events {
        for comment in event.items {
            let who = comment.author?.username ?? "somebody"
            let mark = if case .removed = event { "gone" } else { TimestampText.text(comment.seconds) }
            tell("\(mark) \(who): \(comment.content)")
            if case .inserted = event, let author = comment.author { try? await visitors?.note(author, comment) }
        }
    }
}

/// Prints a line without buffering, for programs that read the output.
func tell(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Returns the typed lines. A thread of its own waits for input, so that the replica keeps running meanwhile.
func lines() -> AsyncStream<String> {
    AsyncStream { lines in
        Thread.detachNewThread {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}
