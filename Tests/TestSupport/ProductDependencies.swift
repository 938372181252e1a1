import Domain
import Logging
import Programs
import Secrets

extension Dependencies {
    /// Those of the product as it is: with every area.
    public init(
        database: Database, passwords: PasswordHasher, services: Services = Services(), temporaryFolder: String = "/tmp", logger: Logger
    ) {
        self.init(
            database: database, passwords: passwords, areas: Areas.all, services: services, temporaryFolder: temporaryFolder, logger: logger
        )
    }
}
