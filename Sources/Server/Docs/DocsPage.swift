/// The page at `/docs`, a single file that loads no other file. Its text is assembled once.
struct DocsPage {
    let bytes: [UInt8]
    /// The policy that allows the page to run its own script and style and to send requests to its own server, and
    /// nothing else.
    let contentSecurityPolicy: String

    init() {
        let (style, script) = (PackageResources.page_css, PackageResources.page_js)
        let html = String(decoding: PackageResources.page_html, as: UTF8.self)
            .replacing("<style></style>", with: "<style>\(String(decoding: style, as: UTF8.self))</style>")
            .replacing("<script></script>", with: "<script>\(String(decoding: script, as: UTF8.self))</script>")
        bytes = Array(html.utf8)
        contentSecurityPolicy = [
            "default-src 'none'", "script-src '\(IntegrityHash.of(script))'", "style-src '\(IntegrityHash.of(style))'",
            "connect-src 'self'", "img-src 'self' blob: data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }
}
