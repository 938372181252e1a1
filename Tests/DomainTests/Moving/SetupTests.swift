import Foundation
import LocalPostgres
import TestSupport
import Testing

/// Each test has a PostgreSQL of its own, because the command makes roles, which all databases share.
@Suite("rules 22: davenport setup", .serialized, .separateRoles)
struct SetupTests {
    /// How many deployments are set up with interruptions: 1 unless `SETUP_ROUNDS` says otherwise.
    private static let rounds = setting("SETUP_ROUNDS") ?? 1

    /// Runs the command in a PostgreSQL whose superuser is `postgres` and that has no database of Davenport's.
    private static func with(_ body: (_ shell: (String) async throws -> Shell.Outcome) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-setup-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let postgres = try await LocalPostgres.start(in: folder, durable: false)
        let script = """
            set -euo pipefail
            options=(--domain Sofa.example.org --owner olga@example.org --database "$SUPERUSER" --settings-folder "$SETTINGS")
            setup() { davenport setup "${options[@]}" "$@"; }
            query() { psql --no-psqlrc -qAt "$SUPERUSER" -c "$1"; }
            administer() { PGOPTIONS='-c client_min_messages=error' query "$1"; }

            """
        let environment = [
            "SUPERUSER": postgres.uri(user: "postgres", database: "postgres"), "SETTINGS": folder + "/settings/davenport",
            "BOOTSTRAP": postgres.uri(database: "postgres"), "METRICS_PORT": "0", "PUSH_METRICS_PORT": "0",
        ]
        do {
            let prepared = try await Shell.run(
                script + """
                    psql --no-psqlrc -qAt "$BOOTSTRAP" -c 'CREATE ROLE postgres SUPERUSER LOGIN'
                    administer 'DROP DATABASE davenport'
                    administer 'ALTER ROLE davenport_owner RENAME TO bootstrap'
                    """, environment: environment)
            #expect(prepared.status == 0, "\(prepared)")
            try await body { try await Shell.run(script + $0, environment: environment) }
        } catch {
            await postgres.stop()
            throw error
        }
        await postgres.stop()
    }

    /// Shows rules 22.16 and 22.17.
    @Test("Killed after each step, it goes on where it was; a further run changes nothing")
    func killed() async throws {
        try await Self.with { shell in
            for round in 1...Self.rounds {
                let outcome = try await shell(
                    """
                    mkfifo pipe
                    for step in 1 2 3 4 5 6 7 8 9; do
                        davenport setup "${options[@]}" > pipe 2>> errors & process=$!
                        while read -r line; do [[ $line != $step/* ]] || kill -KILL $process 2> /dev/null || true; done < pipe
                        wait $process || true
                    done
                    setup > completed
                    cp -R "$SETTINGS" before
                    setup > again
                    diff -r before "$SETTINGS"
                    cat errors again; stat -c '%n %a' "$SETTINGS/.env" "$SETTINGS/owner-invite"
                    database=${SUPERUSER%/*}/davenport
                    echo "invites: $(psql -qAt "$database" -c "SELECT count(*), min(role), min(note) FROM invites")"
                    cd "$SETTINGS" && davenport check
                    printf popcorn-and-sofa |
                        davenport user create --tenant sofa --email olga@example.org --username olga --role owner --password-stdin
                    setup --dry-run
                    setup
                    ls -A
                    administer 'DROP DATABASE davenport'
                    administer 'DROP ROLE davenport_app, davenport_push, davenport_push_worker, davenport_owner'
                    rm -r "$SETTINGS"
                    """)
                #expect(outcome.status == 0, "round \(round): \(outcome)")
                let lines = outcome.output.split(separator: "\n").map(String.init)
                #expect(lines.count { $0 == "Everything was in place. Nothing was changed." } == 3, "round \(round): \(outcome)")
                #expect(lines.contains("invites: 1|owner|olga@example.org"), "round \(round): \(outcome)")
                #expect(!lines.contains { $0.contains("applying a migration") }, "round \(round): \(outcome)")
                #expect(lines.contains { $0.hasSuffix("/.env 600") } && lines.contains { $0.hasSuffix("/owner-invite 600") })
                #expect(lines.contains("8/9 invite: olga@example.org is an owner") && !lines.contains("owner-invite"), "\(outcome)")
                #expect(lines.contains { $0.hasPrefix("- Let the owner sign up: https://sofa.example.org/join/") }, "\(outcome)")
            }
        }
    }

    /// Shows rules 22.16 and 22.18.
    @Test("A dry run says each step and does none; settings that are there stay")
    func kept() async throws {
        try await Self.with { shell in
            let outcome = try await shell(
                """
                setup --dry-run
                test ! -e "$SETTINGS"
                mkdir -p "$SETTINGS"
                printf '# Ours.\\nPUBLIC_URL=https://other.example.org\\nPORT=8090' > "$SETTINGS/davenport.env"
                setup --slug couch --name 'The Couch'
                head -3 "$SETTINGS/davenport.env"
                grep -c -e MIGRATION -e ' ' "$SETTINGS/davenport.env" && grep -c = "$SETTINGS/.env"
                (cd "$SETTINGS" && davenport tenant list)
                ! setup --owner '' 2> refused && ! setup --domain 'a b' 2>> refused
                ! setup --slug couch --domain x.example.org 2>> refused
                sed 's/^/refused: /' refused
                """)
            #expect(outcome.status == 0, "\(outcome)")
            let parts = outcome.output.components(separatedBy: "Nothing was changed: this is what a run would do.\n")
            try #require(parts.count == 2, "\(outcome)")
            #expect(parts[0].split(separator: "\n").count == 9, "\(outcome)")
            #expect(parts[1].contains("# Ours.\nPUBLIC_URL=https://other.example.org\nPORT=8090\n1\n1\n"), "\(outcome)")
            #expect(parts[1].contains("reverse_proxy 127.0.0.1:8090") && parts[1].contains("\ncouch  The Couch  watch"), "\(outcome)")
            for word in ["--owner must", "--domain must be names", "There is a community couch at another host"] {
                #expect(parts[1].contains(word), "\(word): \(outcome)")
            }
        }
    }

    /// Shows rule 22.17.
    @Test("As root it logs in as postgres by the socket", .enabled(if: geteuid() == 0 && getpwnam("postgres") != nil, "as root"))
    func peer() async throws {
        try await Self.with { shell in
            let outcome = try await shell(
                """
                export PGHOST=$(psql -qAt "$SUPERUSER" -c 'SHOW unix_socket_directories' | tr -d '"')
                davenport setup --domain sofa.example.org --owner Olga --settings-folder "$SETTINGS" --dry-run
                """)
            #expect(outcome.status == 0 && outcome.output.contains(", reached as postgres\n"), "\(outcome)")
        }
    }
}
