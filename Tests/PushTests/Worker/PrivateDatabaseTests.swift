import TestSupport
import Testing

@Suite("rules 21: a private database pushes to the stand-in alone")
struct PrivateDatabaseTests {
    /// Serves a demo in this script's folder, and ends it with the script. The script waits for the last line that the
    /// demo prints.
    private static let dev = """
        export NO_COLOR=1
        davenport dev --port 0 --data demo > dev.log 2>&1 &
        dev=$!
        trap 'kill $dev $apple 2> /dev/null; wait' EXIT
        until grep -q 'period=all' dev.log; do kill -0 $dev || { cat dev.log; exit 9; }; sleep 0.1; done

        """
    /// Makes a user join by an invite of the demo's owner. The owner gets a notification at once.
    private static let joiningUser = #"""
        eval "$(sed -n '/TOKEN=/{p;q}' dev.log)"
        api=$(sed -n 's/^Serving on //p' dev.log)/v1
        curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{}' $api/invites > invite
        code=$(sed 's/.*"code":"\([^"]*\)".*/\1/' invite)
        person='"email": "new@example.org", "username": "newcomer", "password": "correct horse battery"'
        curl -sf -H 'Content-Type: application/json' -d "{\"invite\": \"$code\", $person}" $api/users > /dev/null

        """#
    private static let apple = """
        push-stand-in --state demo/apple --any-team > pushed &
        apple=$!
        until [ -s demo/apple/url ]; do kill -0 $apple || exit 9; sleep 0.1; done

        """

    @Test("If its port is taken, davenport dev ends before it makes a database")
    func takenPort() async throws {
        let held = try await FreePort.holding()
        let outcome = try await Shell.run("davenport dev --port \(held.port) --data demo; echo $?; ls")
        await held.release()
        #expect(
            outcome.errors.contains("Nothing can be served at 127.0.0.1:\(held.port), since another program listens there"), "\(outcome)")
        #expect(outcome.output == "1\nerrors\noutput\nscript\n", "\(outcome)")
    }

    /// Shows rule 21.17.
    @Test("A worker started by hand uses the running stand-in; without one, or with another address, it ends with one sentence")
    func byHand() async throws {
        let outcome = try await Shell.run(
            Self.dev + Self.joiningUser + """
                fails() { if "$@" 2> errors; then echo "succeeded: $*"; else tail -n 1 errors; fi; }
                fails davenport-push --data demo
                fails davenport-push --data demo --watch
                fails env APNS_SANDBOX_URL=https://127.0.0.1:1 davenport-push --data demo

                """ + Self.apple + """
                    fails env APNS_SANDBOX_URL=https://127.0.0.1:1 davenport-push --data demo
                    davenport-push --data demo 2> errors || cat errors
                    davenport check --data demo | grep Apple
                    kill $apple; wait $apple
                    echo "$(grep -c invite.accepted pushed) pushed"
                    fails davenport-push --data demo
                    cat demo/apple/url
                    """)
        #expect(outcome.status == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let url = try #require(lines.last)
        try #require(lines.count == 9, "\(outcome)")
        let missing = "The private PostgreSQL in demo pushes to a stand-in for Apple alone, and none runs: start both with bin/dev."
        for line in lines[0...2] { #expect(line.hasSuffix(missing)) }
        #expect(lines[3].hasSuffix("pushes to the stand-in for Apple at \(url) alone: unset APNS_PRODUCTION_URL and APNS_SANDBOX_URL."))
        #expect(lines[6] == "1 pushed", "\(outcome)")
        #expect(lines[4...5].allSatisfy { $0.hasPrefix("ok    Apple's ") && $0.hasSuffix("\(url) is reachable") })
        let gone = "The stand-in for Apple at \(url) can't be reached (nobody takes connections there): start it with bin/dev."
        #expect(lines[7].hasSuffix(gone))
    }
}
