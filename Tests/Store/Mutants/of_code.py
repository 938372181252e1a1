"""Faults of the server's feed and of the copy on a device."""

from mutant import Mutant

_FEED = "Sources/Domain/Database/Feed.swift"
_PAGES = "Sources/Domain/UseCases/Sync/ReadChanges.swift"
_SYNC = "Sources/DavenportStore/Replica/Replica+Sync.swift"

CODE = [
    Mutant(
        "xmax-instead-of-visibility",
        "Transactions that began before the cursor's snapshot count as synced, even those that were still in progress.",
        _FEED,
        r"""            (\(fragment: stamp) >= \(String(base.xmin))::xid8 AND \(fragment: stamp) < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
                AND NOT pg_visible_in_snapshot(\(fragment: stamp), \(base.text)::pg_snapshot))
""",
        r"""            (\(fragment: stamp) >= \(String(base.xmax))::xid8 AND \(fragment: stamp) < (SELECT pg_snapshot_xmax(pg_current_snapshot())))
"""),
    Mutant(
        "target-of-last-page",
        "A finished pass counts as having synced the snapshot of its last page, not of its first.",
        _PAGES,
        "let target = cursor?.pass?.target ?? FeedCursor.Synced(snapshot: read.head.snapshot, moment: read.now)",
        "let target = FeedCursor.Synced(snapshot: read.head.snapshot, moment: read.now)"),
    Mutant(
        "target-after-page",
        "The target of a pass is read after its first page, in another transaction.",
        _PAGES,
        "let target = cursor?.pass?.target ?? FeedCursor.Synced(snapshot: read.head.snapshot, moment: read.now)",
        """let later = try await dependencies.database.snapshot(in: caller.tenant.id) { transaction in
            try await FeedRepository(transaction).page(of: feed, for: caller, since: cursor, collections: false, limit: limit)
        }
        let target = cursor?.pass?.target ?? FeedCursor.Synced(snapshot: later.head.snapshot, moment: read.now)"""),
    Mutant(
        "target-not-kept-to",
        "A pass's later pages also return rows that changed since it began, as if there were no next pass.",
        _FEED,
        """        guard let target else { return "true" }
        let seen""",
        """        guard let target, base == nil else { return "true" }
        let seen"""),
    Mutant(
        "cursor-before-page",
        "A page's cursor is written in a transaction of its own before the page, and the process may end between them.",
        _SYNC,
        """            let effect =
                if let page {
                    try await files.replica.apply(page, asked: asked, after: answers, now: surroundings.now())
""",
        """            var asked = asked
            if let page {
                let cursor = Changes(now: page.now, next: page.next, more: page.more)
                let saved = try await files.replica.apply(cursor, asked: asked, after: answers, now: surroundings.now())
                guard let saved else { return try await reload() }
                asked = saved.state
                try surroundings.pass(.applied)
            }
            let effect =
                if let page {
                    try await files.replica.apply(page, asked: asked, after: answers, now: surroundings.now())
"""),
    Mutant(
        "overlay-dropped-at-answer",
        "A write disappears from the view once it was answered, before any pass has returned it.",
        "Sources/DavenportStore/Replica/Replica+Showing.swift",
        "entries.filter { $0.failure == nil && base.state.endedAfter?.has($0, of: files.outbox.id) != true }",
        "entries.filter { $0.failure == nil && $0.answer == nil }"),
    Mutant(
        "overlay-kept-too-short",
        "A write is removed with the pass that was running when it was answered, though that had begun before.",
        "Sources/DavenportStore/Replica/ReplicaFile+Pages.swift",
        """                state.begunAfter = answers
            }
""",
        """            }
            state.begunAfter = answers
"""),
]
