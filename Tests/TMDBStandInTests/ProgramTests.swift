import TestSupport
import Testing

/// Tests of the program that `bin/dev` starts and people try by hand.
@Suite struct ProgramTests {
    @Test("The program prints its URL, obeys options and control requests, logs its requests, and ends on SIGTERM")
    func program() async throws {
        let outcome = try await Shell.run(
            """
            catalogue-stand-in --state tmdb --key secret --today 2026-03-01 &
            until [ -s tmdb/url ]; do sleep 0.05; done
            url=$(< tmdb/url)
            ask() { curl -s -o answer -w '%{http_code}\\n' -H 'Authorization: Bearer secret' "$url/$1"; }
            ask movie/603
            ask tv/9000001/season/2 && grep -o '2026-03-07' answer
            curl -s -d '{"rule": {"action": "answer", "status": 429, "retryAfter": "3"}}' "${url%/3}/control" > control
            ask configuration
            kill -TERM $! && wait $!
            echo "ended with $?"
            grep -o '"target":"[^"]*"' tmdb/asked.jsonl
            """)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: #/http://127\.0\.0\.1:\d+/3/#) != nil)
        #expect(
            lines.dropFirst() == [
                "200", "200", "2026-03-07", "429", "ended with 0", #""target":"/3/movie/603""#,
                #""target":"/3/tv/9000001/season/2""#, #""target":"/3/configuration""#,
            ])
    }

    @Test(
        "An invalid option is reported in one sentence",
        arguments: ["--today tomorrow", "--today 2026-02-30"])
    func wrongOptions(options: String) async throws {
        let outcome = try await Shell.run("catalogue-stand-in --state tmdb \(options)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
        #expect(outcome.output == "")
    }
}
