import Testing

@testable import Postgres

@Suite struct StatementSplitterTests {
    @Test(arguments: [
        ("", []),
        (" ;; ; -- only a comment; \n /* and; another */ ", []),
        ("SELECT 1", ["SELECT 1"]),
        ("SELECT 1; SELECT 2 ;", ["SELECT 1", "SELECT 2"]),
        ("SELECT ';'; SELECT 'it''s; one'", ["SELECT ';'", "SELECT 'it''s; one'"]),
        (#"SELECT '\'; SELECT E'\';'; SELECT e'a''\\'; SELECT 1"#, [#"SELECT '\'"#, #"SELECT E'\';'"#, #"SELECT e'a''\\'"#, "SELECT 1"]),
        (#"SELECT nameE'x'; SELECT 1"#, [#"SELECT nameE'x'"#, "SELECT 1"]),
        (#"SELECT ";" AS "a"";b"; SELECT U&"d;\0061"; SELECT 1"#, [#"SELECT ";" AS "a"";b""#, #"SELECT U&"d;\0061""#, "SELECT 1"]),
        ("SELECT $$;$$; SELECT $a$;$$;$b$;$a$; SELECT 1", ["SELECT $$;$$", "SELECT $a$;$$;$b$;$a$", "SELECT 1"]),
        ("SELECT $1; SELECT $2", ["SELECT $1", "SELECT $2"]),
        ("SELECT a$b; SELECT c$d", ["SELECT a$b", "SELECT c$d"]),
        ("SELECT $é1$;$é1$; SELECT 1", ["SELECT $é1$;$é1$", "SELECT 1"]),
        ("SELECT 1 -- ; '\n; SELECT 2", ["SELECT 1 -- ; '", "SELECT 2"]),
        ("SELECT /* ; /* ' ; */ ; */ 1; SELECT 2", ["SELECT /* ; /* ' ; */ ; */ 1", "SELECT 2"]),
        (
            "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3",
            [
                "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)", "SELECT 3",
            ]
        ),
        (
            "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END; SELECT 3",
            [
                "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END", "SELECT 3",
            ]
        ),
        (
            "create or replace procedure p() begin atomic select 1; end; SELECT 3",
            [
                "create or replace procedure p() begin atomic select 1; end", "SELECT 3",
            ]
        ),
        (
            "CREATE TRIGGER t BEFORE INSERT ON begin EXECUTE FUNCTION f(); SELECT 1",
            [
                "CREATE TRIGGER t BEFORE INSERT ON begin EXECUTE FUNCTION f()", "SELECT 1",
            ]
        ),
        ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
        ("SELECT $a$ open; SELECT 2", ["SELECT $a$ open; SELECT 2"]),
        ("SELECT 1 /* open; SELECT 2", ["SELECT 1 /* open; SELECT 2"]),
        ("SELECT E'\\", ["SELECT E'\\"]),
        ("SELECT 1 / 2 - 3 * $", ["SELECT 1 / 2 - 3 * $"]),
        ("SELECT 1;\u{0};", ["SELECT 1", "\u{0}"]),
        ("SELECT (1; SELECT 2", ["SELECT (1; SELECT 2"]),
        ("SELECT 1); SELECT 2", ["SELECT 1)", "SELECT 2"]),
    ])
    func splits(script: String, statements: [String]) {
        #expect(StatementSplitter.split(script).map(\.text) == statements)
    }

    @Test func linesAreThoseOfTheFirstWord() {
        let script = "-- head\n\nSELECT 1,\n  '\n';\n/* a\nb */ SELECT 2; SELECT\n3;\r\nSELECT $$\n\n$$;\nSELECT 4"
        #expect(StatementSplitter.split(script).map(\.line) == [3, 7, 7, 9, 12])
    }
}
