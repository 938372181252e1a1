// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

extension Target.Dependency {
    /// A product that only the server and what belongs to it need.
    static func server(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Server"]))
    }

    /// A product that carries the client's requests on Linux.
    static func carrier(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["AsyncHTTPClient"]))
    }
}

let package = Package(
    name: "davenport",
    // These are the libraries' platforms. The server runs on Linux.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .visionOS(.v1), .watchOS(.v10)],
    products: [
        .executable(name: "davenport", targets: ["davenport"]),
        .executable(name: "davenport-push", targets: ["davenport-push"]),
        .executable(name: "apns-stand-in", targets: ["apns-stand-in"]),
        .executable(name: "tmdb-stand-in", targets: ["tmdb-stand-in"]),
        .library(name: "DavenportAPI", targets: ["DavenportAPI"]),
        .library(name: "DavenportClient", targets: ["DavenportClient"]),
        .library(name: "DavenportAsyncHTTPClient", targets: ["DavenportAsyncHTTPClient"]),
        .library(name: "DavenportStore", targets: ["DavenportStore"]),
    ],
    // An app that uses the libraries asks for `traits: []`, and fetches GRDB alone.
    traits: [
        .trait(
            name: "Server", description: "The server, the push worker, the stand-ins and the tests.", enabledTraits: ["AsyncHTTPClient"]),
        .trait(name: "AsyncHTTPClient", description: "DavenportAsyncHTTPClient, which carries the client's requests on Linux."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        // The HTTP server: routing, body limits, graceful shutdown. Its optional traits are off; we read our own configuration.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
        // Event loops, buffers and channel handlers below Hummingbird, for the deadlines and limits of the edge.
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        // HTTP/2 and TLS, frame by frame, for the push worker's connection to Apple and for Apple's stand-in.
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        // HTTP's own vocabulary (methods, status codes, header names), shared with Hummingbird.
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        // Starts and stops the server and the pool together, on SIGTERM too.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        // The command line: parsing, help, completion.
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        // Metrics likewise; where they are kept and how they are told is ours.
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        // Logging in the form every Swift server library writes to.
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        // The tests' HTTP client, so that what is tested is what goes over the wire; and what carries our client's requests on servers.
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        // SQLite in Swift, for the copies that apps keep: its locks between processes and against suspension. Only DavenportStore links it.
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // Glibc's Swift module leaves epoll and eventfd out.
        .systemLibrary(name: "CEpoll"),
        // Nor has it what gives memory back, or bounds what is kept.
        .systemLibrary(name: "CMalloc"),

        // The calendar's arithmetic, which both need that must not know each other: what speaks to PostgreSQL, and the wire.
        .target(name: "CivilCalendar", swiftSettings: settings),
        // Ids as texts, for the same two.
        .target(name: "UUIDText", swiftSettings: settings),
        // A lock for the client libraries, whose platforms are older than Synchronization.
        .target(name: "Locking", swiftSettings: settings),
        // Checks text and JSON from outside before anything normalises or decodes it, for the wire and for what Apple signs.
        .target(name: "UntrustedText", swiftSettings: settings),
        .target(
            name: "Postgres",
            dependencies: [
                "CivilCalendar", "UUIDText", "CLibPQ", "CEpoll", .server("CoreMetrics", "swift-metrics"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // Keeps what is counted by swift-metrics and tells it as Prometheus reads it, over HTTP or in a file.
        .target(
            name: "Prometheus",
            dependencies: [
                .server("CoreMetrics", "swift-metrics"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: settings),
        .target(name: "Secrets", dependencies: ["UntrustedText", "COpenSSL"], swiftSettings: settings),
        .target(name: "LocalPostgres", swiftSettings: settings),
        .target(name: "Settings", dependencies: [.server("Logging", "swift-log")], swiftSettings: settings),
        // The migrations, functions and views travel with the programs as a resource bundle.
        .target(
            name: "Schema", dependencies: ["Postgres"], path: "sql", sources: ["Schema.swift"],
            resources: [.copy("migrations"), .copy("functions"), .copy("views"), .copy("roles")], swiftSettings: settings),
        // The words of play's languages travel likewise.
        .target(
            name: "PlayWords", path: "words", exclude: ["README.md", "SCOWL.txt", "en.without.txt"], sources: ["PlayWords.swift"],
            resources: [.copy("en.txt")], swiftSettings: settings),
        // So do the web client's files.
        .target(
            name: "Web",
            resources: [
                .copy("index.html"), .copy("service-worker.js"), .copy("icon.svg"), .copy("icon-192.png"), .copy("icon-512.png"),
                .copy("css"), .copy("js"),
            ], swiftSettings: settings),
        .target(name: "DavenportAPI", dependencies: ["CivilCalendar", "UUIDText", "UntrustedText", "Locking"], swiftSettings: settings),
        .target(name: "DavenportClient", dependencies: ["DavenportAPI", "Locking"], swiftSettings: settings),
        // A target of its own, so that an app for Apple's platforms, which have an HTTP client, links no NIO.
        .target(
            name: "DavenportAsyncHTTPClient",
            dependencies: [
                "DavenportClient", "DavenportAPI",
                .carrier("AsyncHTTPClient", "async-http-client"),
                .carrier("NIOCore", "swift-nio"), .carrier("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: settings),
        // What an app keeps on its device. Nothing else links SQLite.
        .target(
            name: "DavenportStore",
            dependencies: ["DavenportClient", "DavenportAPI", "Locking", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .target(
            name: "Domain",
            dependencies: [
                "DavenportAPI", "UUIDText", "UntrustedText", "Postgres", "Secrets", .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // An area: friends who watch apart. It stands above what all areas share, and beside no other.
        .target(name: "Watch", dependencies: ["Domain", "DavenportAPI", "Postgres"], swiftSettings: settings),
        // An area: what there is to watch, asked of its provider over HTTP.
        .target(
            name: "Catalogue",
            dependencies: [
                "Domain", "DavenportAPI", "UntrustedText", "Postgres", .server("AsyncHTTPClient", "async-http-client"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // Another: a teacher's assignments to students.
        .target(name: "Class", dependencies: ["Domain", "DavenportAPI", "Postgres"], swiftSettings: settings),
        // Another: friends who play the same puzzle each day.
        .target(
            name: "Play",
            dependencies: ["Domain", "DavenportAPI", "Postgres", "Secrets", .server("Logging", "swift-log")],
            swiftSettings: settings),
        .target(
            name: "Server",
            dependencies: [
                "CMalloc", "Catalogue", "Watch", "Class", "Play", "Domain", "DavenportAPI", "UntrustedText", "Secrets",
                .server("Hummingbird", "hummingbird"), .server("HummingbirdCore", "hummingbird"),
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("NIOHTTPTypes", "swift-nio-extras"),
                .server("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                .server("CoreMetrics", "swift-metrics"),
                .server("Logging", "swift-log"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            // The page at /docs is part of the program, so that nothing has to lie beside it.
            resources: [
                .embedInCode("Docs/page.html"), .embedInCode("Docs/page.css"), .embedInCode("Docs/page.js"),
                .embedInCode("Docs/examples.json"),
            ],
            swiftSettings: settings),
        .target(
            name: "Push",
            dependencies: [
                "Domain", "DavenportAPI", "UntrustedText", "Secrets",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP2", "swift-nio-http2"), .server("NIOHPACK", "swift-nio-http2"),
                .server("NIOTLS", "swift-nio"), .server("NIOSSL", "swift-nio-ssl"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        .target(name: "Demo", dependencies: ["Watch", "Class", "Play", "Domain", "DavenportAPI"], swiftSettings: settings),
        // What the two programs share: which areas they are made of, where their database is, how they fail, the movable clock.
        .target(
            name: "Programs",
            dependencies: [
                "CMalloc", "Catalogue", "Watch", "Class", "Play", "Domain", "DavenportAPI", "Postgres", "Secrets", "LocalPostgres",
                "Settings", "PlayWords", "Prometheus",
                .server("CoreMetrics", "swift-metrics"), .server("Logging", "swift-log"),
                .server("ArgumentParser", "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "davenport",
            dependencies: [
                "Server", "Catalogue", "Watch", "Class", "Play", "Domain", "DavenportAPI", "Postgres", "Schema", "Secrets", "LocalPostgres",
                "Settings", "Demo",
                // Reaches Apple as the worker does, for `check`.
                "Push",
                "Programs", "Prometheus", "Web",
                .server("ArgumentParser", "swift-argument-parser"),
                .server("Logging", "swift-log"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
                .server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "davenport-push",
            dependencies: [
                "Push", "Domain", "Postgres", "Programs", "Prometheus", "Schema", "Settings",
                .server("NIOPosix", "swift-nio"),
                .server("ArgumentParser", "swift-argument-parser"),
                .server("Logging", "swift-log"),
                .server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Shown in docs/swift-client.md, word for word.
        .executableTarget(
            name: "first-evening", dependencies: ["DavenportClient", "DavenportAPI"], path: "Examples/FirstEvening",
            swiftSettings: settings),
        // Plays today's puzzle in a terminal, as docs/play.md shows.
        .executableTarget(
            name: "daily-puzzle", dependencies: ["DavenportClient", "DavenportAPI"], path: "Examples/DailyPuzzle",
            swiftSettings: settings),
        // Keeps a copy in a folder, and writes with or without network.
        .executableTarget(
            name: "replica", dependencies: ["DavenportStore", "DavenportClient", "DavenportAPI"], path: "Examples/Replica",
            swiftSettings: settings),
        // What the stand-ins share: their options and folder, rules, recorded requests, and the socket.
        .target(
            name: "StandIns",
            dependencies: [
                "DavenportAPI",
                .server("ArgumentParser", "swift-argument-parser"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Stands in for Apple, in development and in the tests.
        .executableTarget(
            name: "apns-stand-in",
            dependencies: [
                // OpenSSL itself for the certificates that it makes for itself; Push for measuring our client.
                "StandIns", "Secrets", "COpenSSL", "Push", .server("Logging", "swift-log"),
                .server("ArgumentParser", "swift-argument-parser"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP2", "swift-nio-http2"), .server("NIOHPACK", "swift-nio-http2"),
                .server("NIOSSL", "swift-nio-ssl"),
            ],
            swiftSettings: settings),
        // Stands in for TMDB likewise. A library too, so that tests start one in their own process.
        .target(
            name: "TMDBStandIn",
            dependencies: [
                "StandIns", "DavenportAPI", "CivilCalendar",
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
            ],
            // What it knows is part of it, so that nothing has to lie beside the program.
            resources: [.embedInCode("Library/Facts")],
            swiftSettings: settings),
        .executableTarget(
            name: "tmdb-stand-in",
            dependencies: [
                "TMDBStandIn", "StandIns", "DavenportAPI",
                .server("ArgumentParser", "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // Judges moves by the game, for what compares it with the reference.
        .executableTarget(
            name: "play-judge", dependencies: ["DavenportAPI"], path: "Tests/Play",
            exclude: ["play_reference.py", "play_vectors.json", "check", "compare.py", "Allocations", "Measure"], sources: ["Judge.swift"],
            swiftSettings: settings),
        // Measures the game, and counts what it asks of memory.
        .target(name: "Allocations", path: "Tests/Play/Allocations"),
        .executableTarget(
            name: "play-measure", dependencies: ["Allocations", "DavenportAPI"], path: "Tests/Play/Measure", swiftSettings: settings),
        // Measures a store of many items.
        .executableTarget(name: "store-measure", dependencies: ["DavenportStore"], path: "Tests/Store/Measure", swiftSettings: settings),

        .target(
            name: "TestSupport",
            dependencies: [
                "Server", "Programs", "Catalogue", "Play", "PlayWords", "Domain", "DavenportAPI", "DavenportClient", "Postgres", "Schema",
                "Secrets", "LocalPostgres",
                // For the certificates of a store of the tests' own.
                "COpenSSL",
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("NIOPosix", "swift-nio"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
                .server("Logging", "swift-log"),
                .server("AsyncHTTPClient", "async-http-client"),
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        // An area that only the tests have: by it they show that the shared part needs no change for one more.
        .target(
            name: "Garden",
            dependencies: [
                "TestSupport", "Server", "Programs", "Domain", "DavenportAPI", "Postgres", "Secrets",
                .server("HTTPTypes", "swift-http-types"),
            ],
            path: "Tests/Garden", swiftSettings: settings),
        .testTarget(
            name: "PostgresTests",
            dependencies: [
                "Postgres", "LocalPostgres", .server("CoreMetrics", "swift-metrics"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PrometheusTests",
            dependencies: [
                "TestSupport", "Prometheus", .server("CoreMetrics", "swift-metrics"),
                .server("AsyncHTTPClient", "async-http-client"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(name: "SecretsTests", dependencies: ["TestSupport", "DavenportAPI", "Secrets"], swiftSettings: settings),
        .testTarget(name: "LocalPostgresTests", dependencies: ["LocalPostgres"], swiftSettings: settings),
        .testTarget(
            name: "DemoTests",
            dependencies: ["TestSupport", "TMDBStandIn", "Demo", "Watch", "Class", "Play", "Domain", "DavenportAPI", "Secrets"],
            swiftSettings: settings),
        .testTarget(
            name: "DocsTests",
            dependencies: [
                "TestSupport", "TMDBStandIn", "Server", "Demo", "Programs", "Catalogue", "Play", "Watch", "Domain", "DavenportAPI",
                "Secrets",
                "first-evening", "daily-puzzle", .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PushTests",
            dependencies: [
                "TestSupport", "Garden", "Push", "Programs", "Play", "Domain", "DavenportAPI", "DavenportClient", "Postgres",
                "LocalPostgres", "Schema", "Secrets", "apns-stand-in", "davenport-push",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
                .server("NIOHPACK", "swift-nio-http2"), .server("NIOSSL", "swift-nio-ssl"),
                .server("AsyncHTTPClient", "async-http-client"), .server("Logging", "swift-log"),
            ], swiftSettings: settings),
        .testTarget(
            name: "TMDBStandInTests",
            dependencies: [
                "TestSupport", "TMDBStandIn", "tmdb-stand-in", "DavenportAPI", "Domain",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
                .server("AsyncHTTPClient", "async-http-client"),
            ], swiftSettings: settings),
        .testTarget(
            name: "SettingsTests", dependencies: ["Settings", .server("Logging", "swift-log")], swiftSettings: settings),
        .testTarget(
            name: "DavenportClientTests",
            dependencies: [
                "TestSupport", "DavenportClient", "DavenportAsyncHTTPClient", "DavenportAPI",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DavenportStoreTests",
            dependencies: [
                "TestSupport", "DavenportStore", "DavenportClient", "DavenportAPI", "Domain", "Postgres", "replica",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DavenportAPITests", dependencies: ["TestSupport", "DavenportAPI", "UUIDText", "UntrustedText", "Locking", "Secrets"],
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "TestSupport", "Server", "Catalogue", "Domain", "DavenportAPI", "DavenportClient", "UntrustedText", "Postgres", "Secrets",
                "Settings", "Push",
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOEmbedded", "swift-nio"), .server("NIOTLS", "swift-nio"),
                .server("NIOHPACK", "swift-nio-http2"), .server("NIOHTTP2", "swift-nio-http2"),
                .server("Logging", "swift-log"),
            ], swiftSettings: settings),
        // Over real HTTP and a real PostgreSQL too, as whoever uses it: a rule holds for the product, not for a layer.
        .testTarget(
            name: "DomainTests",
            dependencies: [
                "TestSupport", "Programs", "Domain", "DavenportAPI", "DavenportClient", "Postgres", "LocalPostgres", "Schema", "Secrets",
                "Settings", .server("Logging", "swift-log"),
            ], exclude: ["Database/ViewColumns.txt"], swiftSettings: settings),
        .testTarget(
            name: "WatchTests", dependencies: ["TestSupport", "Watch", "Domain", "DavenportAPI", "DavenportClient", "Postgres"],
            swiftSettings: settings),
        .testTarget(
            name: "CatalogueTests",
            dependencies: [
                "TestSupport", "TMDBStandIn", "Programs", "Catalogue", "Watch", "Domain", "DavenportAPI", "DavenportClient", "Postgres",
                .server("NIOHTTP1", "swift-nio"), .server("Logging", "swift-log"),
            ], swiftSettings: settings),
        .testTarget(
            name: "ClassTests",
            dependencies: [
                "TestSupport", "Class", "Domain", "DavenportAPI", "DavenportClient", "DavenportAsyncHTTPClient", "Postgres",
                .server("NIOCore", "swift-nio"), .server("AsyncHTTPClient", "async-http-client"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PlayTests",
            dependencies: ["TestSupport", "Play", "Domain", "DavenportAPI", "DavenportClient", "Postgres", "Secrets"],
            swiftSettings: settings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "TestSupport", "Garden", "Server", "Programs", "Prometheus", "Domain", "DavenportAPI", "DavenportClient", "UntrustedText",
                "Postgres", "Secrets", "Web",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("HTTPTypes", "swift-http-types"),
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
