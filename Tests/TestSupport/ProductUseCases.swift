import DavenportAPI
import Domain
import Logging
import Pictures
import Play
import Programs
import Secrets

extension UseCases {
    /// Makes the product's use cases, with every area.
    public init(
        database: Database, passwords: PasswordHasher, services: Services = .ofTests, temporaryFolder: String = "/tmp", logger: Logger
    ) {
        self.init(
            database: database, passwords: passwords, areas: Areas.all, services: services, decoder: PictureProcess.ofTests,
            temporaryFolder: temporaryFolder, logger: logger)
    }
}

extension PictureProcess {
    /// The decoder of every test server. It starts the program of this build, and is patient with a busy machine.
    package static let ofTests = PictureProcess(program: Shell.program("davenport"), deadline: .seconds(120), queueLimit: 1000)
}

extension Services {
    /// The master key of every test server, in base64.
    public static let masterKeyOfTests = MasterKey.generate()

    /// The services of every test server: the English words, read once, the root certificate of the tests' own store, and a
    /// master key.
    public static let ofTests: Services = {
        var services = Services()
        services[WordLists.self] = WordLists((try? WordList.english.get()).map { [$0] } ?? [])
        services[SignedPayloads.self] = try? SignedPayloads(roots: TestStore.trusted.root.pem)
        services[PushServiceHosts.self] = PushServiceHosts()
        services[MasterKey.self] = MasterKey(base64: masterKeyOfTests)
        services.sendsMail = true
        services[WebOrigin.self] = WebOrigin("https://sofa.example.org")
        return services
    }()
}
