import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 24: the filter and the limits of newcomers")
struct FilterTests {
    private static func codes(_ answer: Answer) -> [FieldFault.Code] { ((try? answer.json(Problem.self).errors) ?? []).map(\.code) }

    /// Shows rules 24.20 and 24.21.
    @Test("Whole words and beginnings are refused in every form and in every text, and no word is named")
    func refuse() async throws {
        try await Moderated.with { world in
            let server = world.server
            let set = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo", "bar*", "FOO", "e\u{301}vil"]))
            #expect(set == WordFilter(words: ["foo", "bar*", "évil"]))
            #expect(try await server.as(world.olive).showFilter() == set)
            let member = try await refusal { try await server.as(world.mal).showFilter() }
            #expect(member == .forbidden)
            func comment(_ text: String) async throws -> Answer {
                let body: Body = ["content": .string(text)]
                return try await server.call(.post, "/v1/rooms/\(world.room.id)/comments", token: world.mal.token, json: body)
            }
            for text in ["FOO!", "ｆｏｏ", "barely", "a foo, b", "fo\u{200D}o", "(bar)", "ÉVIL", "fo\u{AD}o", "foo_x"] {
                let answer = try await comment(text)
                #expect(answer.faultyFields == ["content"] && Self.codes(answer) == [.filtered], "\(text)")
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("foo"))
            }
            for text in ["food", "rebar", "foo\u{301}", "evil", "42foo", "o foö"] {
                #expect(try await comment(text).status == 201, "\(text)")
            }
            let quoted = try await server.call(
                .post, "/v1/rooms/\(world.room.id)/comments", token: world.mal.token, json: ["content": "x", "quote": "so foo"])
            #expect(quoted.faultyFields == ["quote"])
            let edited = try await server.call(
                .patch, "/v1/rooms/\(world.room.id)/comments/\(world.comment.id)", token: world.mal.token, json: ["content": "foo"])
            #expect(edited.faultyFields == ["content"])
            let custom: Body = ["subject": ["kind": "custom", "title": "The Foo"], "memberIDs": []]
            let titled = try await server.call(.post, "/v1/rooms", token: world.mal.token, json: custom)
            #expect(titled.faultyFields == ["subject.title"])
            let show: Body = ["subject": ["kind": "tv", "season": 1, "episode": 1, "showTitle": "Barred"], "memberIDs": []]
            let typed = try await server.call(.post, "/v1/rooms", token: world.mal.token, json: show)
            #expect(typed.faultyFields == ["subject.showTitle"])
            let renamed = try await server.call(
                .patch, "/v1/me", token: world.mal.token, json: ["username": "x.foo", "givenName": "Barbara", "familyName": "Food"])
            #expect(renamed.faultyFields == ["username", "givenName"])
            let newcomer: Body = [
                "invite": .string(try await server.invite()), "email": "n@example.org", "password": "correct horse", "username": "foo-1",
            ]
            let signed = try await server.call(.post, "/v1/users", json: newcomer)
            #expect(signed.faultyFields == ["username"] && Self.codes(signed) == [.filtered])
            #expect(try await server.database.count("reports") == 0)
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: []))
            #expect(try await comment("foo").status == 201, "the new filter applies at once, at every server")
        }
    }

    /// Shows rules 24.20 and 24.22.
    @Test("With the action report, the text is taken, and reported once and without a reporter")
    func report() async throws {
        try await Moderated.with { world in
            let server = world.server
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo"], action: .report))
            let comment = try await server.comment(world.mal, in: world.room, "foo for all")
            _ = try await server.as(world.mal).editComment(
                CommentChange(roomID: world.room.id, commentID: comment.id, content: "foo for some"))
            let room = try await server.room(world.mal, subject: .custom(title: "Foo"))
            _ = try await server.call(.patch, "/v1/me", token: world.mal.token, json: ["givenName": "Foo"]).expecting(200, Me.self)
            let reports = try await world.reports(world.adam)
            #expect(reports.count == 3 && reports.allSatisfy { $0.reporter == nil && $0.reason == .other && $0.person?.id == world.mal.id })
            #expect(reports.first { $0.commentID == comment.id }?.evidence.comments.map(\.content) == ["foo for all"])
            #expect(reports.first { $0.roomID == room.id }?.evidence.roomTitle == "Foo")
            #expect(reports.first { $0.evidence.username == "mal" } != nil)
            _ = try await server.as(world.others[0]).createReport(NewReport(commentID: comment.id, reason: .spam))
            #expect(try await world.reports(world.adam).first { $0.reporter != nil }?.others.count == 1)
        }
    }

    /// Shows rule 24.22.
    @Test("The filter makes ten reports a day about one author's texts; further ones are refused until the day is over")
    func share() async throws {
        try await Moderated.with { world in
            let server = world.server
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo"], action: .report))
            func comment(_ text: String, by person: Person? = nil) async throws -> Answer {
                let body: Body = ["content": .string(text)]
                return try await server.call(
                    .post, "/v1/rooms/\(world.room.id)/comments", token: (person ?? world.mal).token, json: body)
            }
            for number in 1...10 { #expect(try await comment("foo \(number)").status == 201) }
            let first = try #require(try await world.reports(world.adam).last)
            // An open report stands for whatever becomes of its comment.
            let path = "/v1/rooms/\(world.room.id)/comments/\(try #require(first.commentID))"
            #expect(try await server.call(.patch, path, token: world.mal.token, json: ["content": "more foo"]).status == 200)
            _ = try await server.as(world.adam).resolveReport(ReportDecision(reportID: first.id, actions: [.dismiss]))
            let edited = try await server.call(.patch, path, token: world.mal.token, json: ["content": "foo again"])
            #expect(edited.status == 422 && edited.faultyFields == ["content"] && Self.codes(edited) == [.filtered])
            #expect(Self.codes(try await comment("foo")) == [.filtered])
            let custom: Body = ["subject": ["kind": "custom", "title": "Foo"], "memberIDs": []]
            #expect(try await server.call(.post, "/v1/rooms", token: world.mal.token, json: custom).faultyFields == ["subject.title"])
            let named = try await server.call(.patch, "/v1/me", token: world.mal.token, json: ["givenName": "Foo"])
            #expect(named.faultyFields == ["givenName"])
            let item = HistoryItem(.custom(title: "The Foo"), watchedAt: server.clock.now.addingTimeInterval(-60))
            let history = try await server.as(world.mal).importHistory(HistoryItems(items: [item]))
            #expect(history.made == 0 && history.unknown == [.init(index: 0, code: .filtered)])
            #expect(try await comment("fine").status == 201)
            #expect(try await comment("foo", by: world.others[0]).status == 201, "others have a share of their own")
            #expect(try await world.reports(world.adam).count == 11)
            server.clock.advance(by: 86_400)
            #expect(try await comment("foo").status == 201)
        }
    }

    /// Shows rule 24.20.
    @Test("A filter of the longest words takes the longest texts; a word that is longer once its signs are written out is refused")
    func longest() async throws {
        try await Moderated.with { world in
            let server = world.server
            func set(_ words: [String]) async throws -> Answer {
                let body: Body = ["words": .list(words.map { .string($0) }), "action": "refuse"]
                return try await server.call(.put, "/v1/tenant/filter", token: world.adam.token, json: body)
            }
            // One of these signs stands for eighteen letters and spaces.
            let refused = try await set([String(repeating: "\u{FDFA}", count: 3)])
            #expect(refused.faultyFields == ["words"] && Self.codes(refused) == [.tooLong])
            #expect(try await set((0..<500).map { "\u{FDFA}\u{FDFA}\($0)" }).status == 200)
            let long: Body = ["content": .string(String(repeating: "\u{FDFA}", count: 4000))]
            #expect(try await server.call(.post, "/v1/rooms/\(world.room.id)/comments", token: world.mal.token, json: long).status == 201)
            let muted = try await server.call(
                .put, "/v1/me/mutes", token: world.mal.token, json: ["userIDs": [], "words": ["\u{FDFA}\u{FDFA}\u{FDFA}"]])
            #expect(muted.faultyFields == ["words"])
        }
    }

    /// Shows rules 24.20, 24.23 and 25.8.
    @Test("Of a history, items with refused titles are left out; with the action report their rooms are reported")
    func history() async throws {
        try await Moderated.with { world in
            let server = world.server
            let yesterday = server.clock.now.addingTimeInterval(-86_400)
            let items = [
                HistoryItem(.custom(title: "The Foo"), watchedAt: yesterday), HistoryItem(.custom(title: "A film"), watchedAt: yesterday),
                HistoryItem(.tv(showID: 7, season: 1, episode: 1, showTitle: "Foo"), watchedAt: yesterday),
            ]
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo"]))
            let refused = try await server.as(world.mal).importHistory(HistoryItems(items: items))
            #expect(refused.made == 1 && refused.unknown.map(\.index) == [0, 2] && refused.unknown.allSatisfy { $0.code == .filtered })
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo"], action: .report))
            let taken = try await server.as(world.mal).importHistory(HistoryItems(items: items))
            #expect(taken == ImportedHistory(made: 2, known: 1, unknown: []))
            let reports = try await world.reports(world.adam)
            #expect(reports.count == 2 && reports.allSatisfy { $0.roomID != nil && $0.reporter == nil && $0.person?.id == world.mal.id })
        }
        try await TestServer.with(signup: .open) { server in
            let body: Body = ["email": "n@example.org", "password": "correct horse", "username": "newcomer"]
            let newcomer = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
            let item: JSONValue = [
                "subject": ["kind": "custom", "title": "https://spam.example"], "watchedAt": "2026-01-01T00:00:00Z",
            ]
            let answer = try await server.call(.post, "/v1/me/history", token: newcomer.token, json: ["items": [item]] as Body)
            #expect(try answer.expecting(200, ImportedHistory.self).unknown.map(\.code) == [.linkTooEarly])
        }
    }

    /// Shows rule 24.22.
    @Test("An open report whose reporter's account is deleted doesn't stand for the filter's")
    func orphaned() async throws {
        try await Moderated.with { world in
            let server = world.server
            _ = try await world.report(world.others[0], .other, note: "look")
            #expect(try await server.delete(world.others[0]).status == 204)
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo"], action: .report))
            for text in ["foo", "more foo"] {
                _ = try await server.as(world.mal).editComment(
                    CommentChange(roomID: world.room.id, commentID: world.comment.id, content: text))
            }
            let evidence = try await world.reports(world.adam).flatMap(\.evidence.comments).map(\.content)
            #expect(evidence.contains("foo") && !evidence.contains("more foo"))
        }
    }

    /// Shows rules 2.22 and 24.20.
    @Test("The server makes no username with a filtered word", arguments: [FilterAction.refuse, .report])
    func madeUsername(action: FilterAction) async throws {
        try await Moderated.with { world in
            let server = world.server
            _ = try await server.as(world.adam).changeFilter(WordFilter(words: ["foo*"], action: action))
            let body: Body = ["invite": .string(try await server.invite()), "email": "foo.bar@example.org", "password": "correct horse"]
            let signedIn = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
            #expect(signedIn.user.username == "bar")
        }
    }

    /// Shows rule 24.20.
    @Test("At most 500 words of 2 to 50 characters, and the action is refuse or report")
    func faults() async throws {
        try await Moderated.with { world in
            func words(_ count: Int, _ text: (Int) -> String) -> JSONValue { .list((0..<count).map { .string(text($0)) }) }
            let bodies: [(Body, String)] = [
                (["action": "refuse"], "words"), (["words": []], "action"), (["words": [], "action": "hide"], "action"),
                (["words": words(501) { "w\($0)" }, "action": "refuse"], "words"), (["words": ["a"], "action": "refuse"], "words"),
                (["words": [.string(String(repeating: "x", count: 51))], "action": "refuse"], "words"),
            ]
            for (body, field) in bodies {
                let answer = try await world.server.call(.put, "/v1/tenant/filter", token: world.adam.token, json: body)
                #expect(answer.faultyFields == [field])
            }
            let most = try await world.server.call(
                .put, "/v1/tenant/filter", token: world.adam.token, json: ["words": words(500) { "word number \($0)" }, "action": "refuse"])
            #expect(try most.expecting(200, WordFilter.self).words.count == 500)
        }
    }

    /// Shows rule 24.23.
    @Test("Who came by open sign-up has a quarter of each rate limit, rounded up, and writes no links, for 24 hours to the second")
    func newcomers() async throws {
        try await TestServer.with(signup: .open) { server in
            func join(_ name: String, _ extra: Body = [:]) async throws -> Answer {
                let body: Body = ["email": .string("\(name)@example.org"), "password": "correct horse", "username": .string(name)]
                return try await server.call(.post, "/v1/users", json: body.merging(extra) { $1 })
            }
            let named = try await join("www.spam")
            #expect(named.faultyFields == ["username"] && Self.codes(named) == [.linkTooEarly])
            #expect(try await join("newcomer", ["givenName": "http://x.example"]).faultyFields == ["givenName"])
            let token = try await join("newcomer").expecting(201, SignedIn.self).token
            let invited = try await join("guest", ["invite": .string(try await server.invite())]).expecting(201, SignedIn.self).token
            func room(_ token: String) async throws -> Room {
                let body: Body = ["subject": ["kind": "custom", "title": "Ours"], "memberIDs": []]
                return try await server.call(.post, "/v1/rooms", token: token, json: body).expecting(201, Room.self)
            }
            func comment(_ token: String, _ room: Room, _ text: String = "hello") async throws -> Answer {
                let body: Body = ["content": .string(text)]
                return try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: token, json: body)
            }
            let (ours, theirs) = (try await room(token), try await room(invited))
            for text in ["see https://spam.example", "WWW.spam.example", "ｈｔｔｐ：／／x"] {
                let answer = try await comment(token, ours, text)
                #expect(answer.faultyFields == ["content"] && Self.codes(answer) == [.linkTooEarly], "\(text)")
                #expect(try await comment(invited, theirs, text).status == 201)
            }
            for _ in 0..<15 { #expect(try await comment(token, ours).status == 201) }
            let limited = try await comment(token, ours)
            #expect(limited.status == 429 && limited.headers["retry-after"] == "60")
            for _ in 0..<57 { #expect(try await comment(invited, theirs).status == 201) }
            #expect(try await comment(invited, theirs).status == 429)
            func feedback() async throws -> Int {
                try await server.call(.post, "/v1/feedback", token: token, json: ["text": "hello"]).status
            }
            for status in [201, 201, 201, 429] { #expect(try await feedback() == status, "3 of 10 a day") }
            server.clock.advance(by: 86_399)
            #expect(try await comment(token, ours, "https://spam.example").status == 422)
            server.clock.advance(by: 1)
            #expect(try await comment(token, ours, "https://spam.example").status == 201)
            for _ in 0..<59 { #expect(try await comment(token, ours).status == 201) }
            #expect(try await comment(token, ours).status == 429)
        }
    }
}
