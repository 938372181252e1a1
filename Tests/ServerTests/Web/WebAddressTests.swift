import DavenportAPI
import Foundation
import Testing
import Web

@testable import Server

@Suite("rules 16: the addresses of the web client's pages")
struct WebAddressTests {
    /// Shows rule 16.1.
    @Test("The server and js/routes.js know the same addresses")
    func addresses() throws {
        let module = try String(contentsOf: WebClient.folder.appending(path: "js/routes.js"), encoding: .utf8)
        let routes = try module.matches(of: /pattern: \/(\^\\\/.*?\$)\/,/).map {
            try NSRegularExpression(pattern: String($0.1).replacing("\\/", with: "/"))
        }
        #expect(routes.count > 5)
        let pages = WebRoutes.pages.filter { $0 != "/" }.map { page in
            ["{id}": "01a1fcfb-1122-7385-aa0f-60ec636e3f78", "{group}": "tv", "{code}": "ABC"].reduce(page) {
                $0.replacing($1.key, with: $1.value)
            }
        }
        func matches(_ route: NSRegularExpression, _ page: String) -> Bool {
            route.firstMatch(in: page, range: NSRange(page.startIndex..., in: page)) != nil
        }
        #expect(pages.filter { page in !routes.contains { matches($0, page) } } == [], "js/routes.js lacks these")
        #expect(routes.filter { route in !pages.contains { matches(route, $0) } }.map(\.pattern) == [], "the server lacks these")
    }
}
