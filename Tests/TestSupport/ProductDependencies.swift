import DavenportAPI
import Domain
import Logging
import Play
import Programs
import Secrets

extension Dependencies {
    /// Those of the product as it is: with every area.
    public init(
        database: Database, passwords: PasswordHasher, services: Services = .ofTests, temporaryFolder: String = "/tmp", logger: Logger
    ) {
        self.init(
            database: database, passwords: passwords, areas: Areas.all, services: services, temporaryFolder: temporaryFolder, logger: logger
        )
    }
}

extension Services {
    /// Those that every test's server has: the English words, read once, and trust in the tests' own store.
    public static let ofTests: Services = {
        var services = Services()
        services[WordLists.self] = WordLists((try? WordList.english.get()).map { [$0] } ?? [])
        services[SignedPayloads.self] = try? SignedPayloads(roots: TestStore.trusted.root.pem)
        return services
    }()
}
