// swift-tools-version: 6.2
import PackageDescription

// Client libraries run on macOS 14. The server uses the module Synchronization, which needs macOS 15: bin/dev and bin/test say so.
let macOS: SupportedPlatform.MacOSVersion = Context.environment["DAVENPORT_MACOS"] == "15" ? .v15 : .v14

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

extension Target.Dependency {
    /// A product that only the server, the push worker, the stand-ins and the tests need.
    static func server(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Server"]))
    }

    /// A product through which DavenportAsyncHTTPClient sends requests, on Linux above all.
    static func carrier(_ name: String, _ package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["AsyncHTTPClient"]))
    }
}

let package = Package(
    name: "davenport",
    // These are the libraries' platforms. The server runs on Linux, and docs/mac.md says what is known of a Mac.
    platforms: [.macOS(macOS), .iOS(.v17), .tvOS(.v17), .visionOS(.v1), .watchOS(.v10)],
    products: [
        .executable(name: "davenport", targets: ["davenport"]),
        .executable(name: "davenport-push", targets: ["davenport-push"]),
        .executable(name: "push-stand-in", targets: ["push-stand-in"]),
        .executable(name: "catalogue-stand-in", targets: ["catalogue-stand-in"]),
        .library(name: "DavenportAPI", targets: ["DavenportAPI"]),
        .library(name: "DavenportClient", targets: ["DavenportClient"]),
        .library(name: "DavenportAsyncHTTPClient", targets: ["DavenportAsyncHTTPClient"]),
        .library(name: "DavenportStore", targets: ["DavenportStore"]),
    ],
    // An app that uses the libraries sets `traits: []`, and then fetches only GRDB.
    traits: [
        .trait(
            name: "Server", description: "The server, the push worker, the stand-ins and the tests.", enabledTraits: ["AsyncHTTPClient"]),
        .trait(name: "AsyncHTTPClient", description: "DavenportAsyncHTTPClient, the client's transport on Linux."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        // The HTTP server: routing, body limits, graceful shutdown. Its optional traits are off, because Davenport reads its configuration
        // itself.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
        // Event loops, buffers and channel handlers below Hummingbird. The server's connection deadlines and limits use them.
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        // HTTP/2 and TLS, frame by frame, for the push worker's connection to Apple and for Apple's stand-in.
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        // The HTTP types (methods, status codes, header names) that Hummingbird uses too.
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        // Starts and stops the server and the connection pool together, also on SIGTERM.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        // Parses the command line, and writes help and shell completions.
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        // The metrics API of every Swift server library. The target Prometheus stores the values and exports them.
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        // The logging API of every Swift server library.
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        // The client's transport on Linux. The tests use it too, so that they check what is really sent.
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        // SQLite for the copies that apps keep. It handles locks between processes and when iOS suspends an app. Only DavenportStore links
        // it.
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq", "openssl@3"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        // Swift's Glibc module lacks the functions that return memory to the system and limit the allocator's caches.
        .systemLibrary(name: "CMalloc"),
        // It also lacks a function that starts processes without inherited descriptors.
        .systemLibrary(name: "CSpawn"),
        // The libraries that decode the pictures of comments. Only PictureDecoding links them.
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),

        // The C library of each system under one name.
        .target(name: "LibC", swiftSettings: settings),
        // Calendar arithmetic for Postgres and DavenportAPI, which must not import each other.
        .target(name: "CivilCalendar", swiftSettings: settings),
        // Converts UUIDs to text and back, for the same two targets.
        .target(name: "UUIDText", swiftSettings: settings),
        // A lock for the client libraries, whose platforms are older than the module Synchronization.
        .target(name: "Locking", dependencies: ["LibC"], swiftSettings: settings),
        // Checks untrusted text and JSON before anything normalises or decodes it. The API uses it, and the check of Apple's signed
        // payloads.
        .target(name: "UntrustedText", swiftSettings: settings),
        .target(
            name: "Postgres",
            dependencies: [
                "CivilCalendar", "UUIDText", "LibC", "CLibPQ", "COpenSSL", .server("CoreMetrics", "swift-metrics"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // Stores the values that swift-metrics counts, and exports them in Prometheus' text format, over HTTP or to a file.
        .target(
            name: "Prometheus",
            dependencies: [
                .server("CoreMetrics", "swift-metrics"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: settings),
        .target(name: "Secrets", dependencies: ["UntrustedText", "COpenSSL"], swiftSettings: settings),
        // Verifies passkeys as section 7 of Web Authentication Level 3 says. It knows nothing of the product.
        .target(name: "WebAuthn", dependencies: ["UntrustedText", "Secrets"], swiftSettings: settings),
        // Writes mails and sends them over SMTP. It knows nothing of the product.
        .target(name: "Mail", dependencies: ["CCurl"], swiftSettings: settings),
        // Starts the process that decodes a picture, and reads its answer. It knows nothing of the product.
        .target(name: "Pictures", dependencies: ["LibC", "CSpawn", "Secrets"], swiftSettings: settings),
        // What that process does. A target of its own, so that only `davenport` links the libraries.
        .target(
            name: "PictureDecoding", dependencies: ["Pictures", "Domain", "LibC", "CTurboJPEG", "CPNG", "CWebP"], swiftSettings: settings),
        .target(name: "LocalPostgres", dependencies: ["LibC"], path: "Development/LocalPostgres", swiftSettings: settings),
        .target(name: "Settings", dependencies: ["Mail", .server("Logging", "swift-log")], swiftSettings: settings),
        // SwiftPM copies the migrations, functions and views into a resource bundle beside the programs.
        .target(
            name: "Schema", dependencies: ["Postgres"], path: "sql", sources: ["Schema.swift"],
            resources: [.copy("migrations"), .copy("functions"), .copy("views"), .copy("roles")], swiftSettings: settings),
        // The word lists of play are a resource bundle too.
        .target(
            name: "PlayWords", path: "words", exclude: ["README.md", "SCOWL.txt", "en.without.txt"], sources: ["PlayWords.swift"],
            resources: [.copy("en.txt")], swiftSettings: settings),
        // The web client's files are a resource bundle too.
        .target(
            name: "Web",
            resources: [
                .copy("index.html"), .copy("service-worker.js"), .copy("icon.svg"), .copy("icon-192.png"), .copy("icon-512.png"),
                .copy("css"), .copy("js"), .copy("phrases"),
            ], swiftSettings: settings),
        .target(name: "DavenportAPI", dependencies: ["CivilCalendar", "UUIDText", "UntrustedText", "Locking"], swiftSettings: settings),
        // The JSON of the server's answers. Client libraries encode with Foundation, so no app links it.
        .target(name: "JSON", dependencies: ["DavenportAPI", "UUIDText", "Locking"], swiftSettings: settings),
        .target(name: "DavenportClient", dependencies: ["DavenportAPI", "Locking"], swiftSettings: settings),
        // A separate target, so that an app for Apple's platforms, which have an HTTP client, links no NIO.
        .target(
            name: "DavenportAsyncHTTPClient",
            dependencies: [
                "DavenportClient", "DavenportAPI",
                .carrier("AsyncHTTPClient", "async-http-client"),
                .carrier("NIOCore", "swift-nio"), .carrier("NIOHTTP1", "swift-nio"),
            ],
            swiftSettings: settings),
        // The store of an app on its device. No other target links SQLite.
        .target(
            name: "DavenportStore",
            dependencies: ["DavenportClient", "DavenportAPI", "Locking", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .target(
            name: "Domain",
            dependencies: [
                "JSON", "DavenportAPI", "UUIDText", "UntrustedText", "Postgres", "Secrets", "WebAuthn", "Pictures",
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // The area *watch*: friends who watch apart. An area depends on Domain, and on no other area.
        .target(name: "Watch", dependencies: ["Domain", "DavenportAPI", "Postgres"], swiftSettings: settings),
        // The area *catalogue*: series and films from a provider, over HTTP.
        .target(
            name: "Catalogue",
            dependencies: [
                "Domain", "DavenportAPI", "UntrustedText", "Postgres", .server("AsyncHTTPClient", "async-http-client"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        // The area *class*: a teacher's assignments to students.
        .target(name: "Class", dependencies: ["Domain", "DavenportAPI", "Postgres"], swiftSettings: settings),
        // The area *play*: friends who solve the same puzzle each day.
        .target(
            name: "Play",
            dependencies: ["Domain", "DavenportAPI", "Postgres", "Secrets", .server("Logging", "swift-log")],
            swiftSettings: settings),
        .target(
            name: "Server",
            dependencies: [
                "CMalloc", "Catalogue", "Watch", "Class", "Play", "Domain", "JSON", "DavenportAPI", "UntrustedText", "Secrets",
                .server("Hummingbird", "hummingbird"), .server("HummingbirdCore", "hummingbird"),
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("NIOHTTPTypes", "swift-nio-extras"),
                .server("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                .server("CoreMetrics", "swift-metrics"),
                .server("Logging", "swift-log"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            // Embedded, so that the page at /docs needs no files beside the program.
            resources: [
                .embedInCode("Docs/page.html"), .embedInCode("Docs/page.css"), .embedInCode("Docs/page.js"),
                .embedInCode("Docs/examples.json"),
            ],
            swiftSettings: settings),
        .target(
            name: "Push",
            dependencies: [
                "Domain", "JSON", "DavenportAPI", "UntrustedText", "Secrets", "Mail",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP2", "swift-nio-http2"), .server("NIOHPACK", "swift-nio-http2"),
                .server("NIOTLS", "swift-nio"), .server("NIOSSL", "swift-nio-ssl"),
                .server("NIOHTTP1", "swift-nio"), .server("AsyncHTTPClient", "async-http-client"), .server("Logging", "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "Demo", dependencies: ["Watch", "Class", "Play", "Domain", "DavenportAPI"], path: "Development/Demo",
            // Embedded, so that the demo needs no files beside the program.
            resources: [.embedInCode("stories.json"), .embedInCode("hallways.png")], swiftSettings: settings),
        // The code that both programs share: the list of areas, the database's address, the output of errors, the movable clock.
        .target(
            name: "Programs",
            dependencies: [
                "CMalloc", "Catalogue", "Watch", "Class", "Play", "Domain", "DavenportAPI", "Postgres", "Secrets", "LocalPostgres",
                "Settings", "Mail", "PlayWords", "Prometheus", "Pictures",
                .server("CoreMetrics", "swift-metrics"), .server("Logging", "swift-log"),
                .server("ArgumentParser", "swift-argument-parser"),
            ],
            resources: [.embedInCode("Release/VERSION"), .embedInCode("Release/COMMIT")], swiftSettings: settings),
        .executableTarget(
            name: "davenport",
            dependencies: [
                "Server", "Catalogue", "Watch", "Class", "Play", "Domain", "DavenportAPI", "Postgres", "Schema", "Secrets", "LocalPostgres",
                "Settings", "Mail", "Demo", "UntrustedText", "Pictures", "PictureDecoding",
                // `davenport check` connects to Apple as the worker does.
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
                "Push", "Domain", "Postgres", "Programs", "Prometheus", "Schema", "Settings", "Web",
                .server("NIOPosix", "swift-nio"),
                .server("ArgumentParser", "swift-argument-parser"),
                .server("Logging", "swift-log"),
                .server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // docs/swift-client.md contains this program, word for word.
        .executableTarget(
            name: "first-evening", dependencies: ["DavenportClient", "DavenportAPI"], path: "Examples/FirstEvening",
            swiftSettings: settings),
        // Plays today's puzzle in a terminal. docs/play.md shows it.
        .executableTarget(
            name: "daily-puzzle", dependencies: ["DavenportClient", "DavenportAPI"], path: "Examples/DailyPuzzle",
            swiftSettings: settings),
        // Keeps a copy in a folder, and writes with and without network.
        .executableTarget(
            name: "replica", dependencies: ["DavenportStore", "DavenportClient", "DavenportAPI"], path: "Examples/Replica",
            swiftSettings: settings),
        // The code that both stand-ins share: options, the state folder, rules, recorded requests, and the socket.
        .target(
            name: "StandIns",
            dependencies: [
                "JSON", "DavenportAPI",
                .server("ArgumentParser", "swift-argument-parser"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("UnixSignals", "swift-service-lifecycle"),
            ],
            path: "Development/StandIns", swiftSettings: settings),
        // A stand-in for the push services of Apple and of browsers, for development and tests.
        .executableTarget(
            name: "push-stand-in",
            dependencies: [
                // The stand-in makes its certificates with OpenSSL. With Push it measures Davenport's own client.
                "StandIns", "DavenportAPI", "Secrets", "COpenSSL", "Push", .server("Logging", "swift-log"),
                .server("ArgumentParser", "swift-argument-parser"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
                .server("NIOHTTP2", "swift-nio-http2"), .server("NIOHPACK", "swift-nio-http2"),
                .server("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Development/push-stand-in", swiftSettings: settings),
        // A stand-in for TMDB. It is a library too, so that tests can start one in their own process.
        .target(
            name: "TMDBStandIn",
            dependencies: [
                "StandIns", "DavenportAPI", "CivilCalendar",
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
            ],
            path: "Development/TMDBStandIn",
            exclude: ["Library/make-pictures"],
            // The facts are embedded, because the tests read them on each start. The pictures lie beside the program.
            resources: [.embedInCode("Library/Facts"), .copy("Library/Pictures")],
            swiftSettings: settings),
        .executableTarget(
            name: "catalogue-stand-in",
            dependencies: [
                "TMDBStandIn", "StandIns", "DavenportAPI",
                .server("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Development/catalogue-stand-in", swiftSettings: settings),

        // Measures the game, and counts its memory allocations.
        .target(name: "Allocations", path: "Tests/Play/Allocations"),
        .executableTarget(
            name: "play-measure", dependencies: ["Allocations", "DavenportAPI"], path: "Tests/Play/Measure", swiftSettings: settings),
        // Measures a store of many items.
        .executableTarget(name: "store-measure", dependencies: ["DavenportStore"], path: "Tests/Store/Measure", swiftSettings: settings),

        .target(
            name: "TestSupport",
            dependencies: [
                "Server", "Programs", "Catalogue", "Play", "PlayWords", "Domain", "DavenportAPI", "DavenportClient", "Postgres", "Schema",
                "Secrets", "WebAuthn", "LocalPostgres", "Pictures",
                // OpenSSL makes the certificates of the tests' App Store, and the keys of the tests' passkeys.
                "COpenSSL",
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOHTTP1", "swift-nio"),
                .server("NIOPosix", "swift-nio"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
                .server("Logging", "swift-log"),
                .server("AsyncHTTPClient", "async-http-client"),
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        // An example area that only the tests have. It shows that a new area needs no change in the shared code.
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
                "Postgres", "LocalPostgres", "LibC", .server("CoreMetrics", "swift-metrics"),
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
        .testTarget(name: "WebAuthnTests", dependencies: ["TestSupport", "WebAuthn", "Secrets"], swiftSettings: settings),
        .testTarget(
            name: "PictureTests",
            dependencies: [
                "TestSupport", "Pictures", "PictureDecoding", "Watch", "Domain", "DavenportAPI", "DavenportClient", "DavenportStore",
                "Postgres",
            ],
            swiftSettings: settings),
        .testTarget(name: "LocalPostgresTests", dependencies: ["TestSupport", "LocalPostgres"], swiftSettings: settings),
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
                "TestSupport", "Garden", "Push", "Mail", "Programs", "Play", "Domain", "DavenportAPI", "DavenportClient", "Postgres",
                "LocalPostgres", "Schema", "Secrets", "Web", "push-stand-in", "davenport-push",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
                .server("NIOHPACK", "swift-nio-http2"), .server("NIOSSL", "swift-nio-ssl"),
                .server("AsyncHTTPClient", "async-http-client"), .server("Logging", "swift-log"),
            ], swiftSettings: settings),
        .testTarget(
            name: "TMDBStandInTests",
            dependencies: [
                "TestSupport", "TMDBStandIn", "catalogue-stand-in", "DavenportAPI", "Domain",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"),
                .server("AsyncHTTPClient", "async-http-client"),
            ], swiftSettings: settings),
        .testTarget(name: "MailTests", dependencies: ["Mail", "LibC"], swiftSettings: settings),
        .testTarget(
            name: "SettingsTests", dependencies: ["Settings", "Mail", .server("Logging", "swift-log")], swiftSettings: settings),
        .testTarget(
            name: "DavenportClientTests",
            dependencies: [
                "TestSupport", "DavenportClient", "DavenportAsyncHTTPClient", "DavenportAPI",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"), .server("AsyncHTTPClient", "async-http-client"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DavenportStoreTests",
            dependencies: [
                "TestSupport", "DavenportStore", "DavenportClient", "DavenportAPI", "Domain", "Postgres", "replica",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DavenportAPITests",
            dependencies: ["TestSupport", "JSON", "DavenportAPI", "UUIDText", "UntrustedText", "Locking", "Secrets"],
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "TestSupport", "Server", "Catalogue", "Domain", "JSON", "DavenportAPI", "DavenportClient", "UntrustedText", "Postgres",
                "Secrets", "WebAuthn",
                "Settings", "Mail", "Push",
                .server("HTTPTypes", "swift-http-types"),
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOEmbedded", "swift-nio"), .server("NIOTLS", "swift-nio"),
                .server("NIOHPACK", "swift-nio-http2"), .server("NIOHTTP2", "swift-nio-http2"),
                .server("Logging", "swift-log"),
            ], swiftSettings: settings),
        // These tests use HTTP and PostgreSQL too, as a client does, because a rule holds for the whole product.
        .testTarget(
            name: "DomainTests",
            dependencies: [
                "TestSupport", "Programs", "Domain", "DavenportAPI", "DavenportClient", "Postgres", "LocalPostgres", "Schema", "Secrets",
                "Settings", "WebAuthn", .server("Logging", "swift-log"),
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
                "TestSupport", "Garden", "Server", "Programs", "Prometheus", "Domain", "JSON", "DavenportAPI", "DavenportClient",
                "UntrustedText",
                "Postgres", "Secrets", "Web",
                .server("NIOCore", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("HTTPTypes", "swift-http-types"),
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
