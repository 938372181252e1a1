import DavenportAPI

/// The manifest by which a browser installs the web client as an app.
enum WebManifest {
    /// Returns the manifest as JSON.
    /// - Parameters:
    ///   - community: the name of the community, which becomes the app's name; `nil` if the host names none.
    ///   - version: the version of the web client's files, which is part of the icons' URLs.
    static func json(of community: String?, version: String) -> JSONValue {
        let icon = { (file: String, sizes: String, type: String) -> JSONValue in
            ["src": .string("/app/\(version)/\(file)"), "sizes": .string(sizes), "type": .string(type)]
        }
        let name = JSONValue.string(community ?? "Davenport")
        return [
            "name": name, "short_name": name, "id": "/", "start_url": "/", "scope": "/",
            "display": "standalone", "background_color": "#faf8f5", "theme_color": "#faf8f5",
            "icons": .list([
                icon("icon.svg", "any", "image/svg+xml"), icon("icon-192.png", "192x192", "image/png"),
                icon("icon-512.png", "512x512", "image/png"),
            ]),
        ]
    }
}
