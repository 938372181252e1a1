import DavenportAPI

/// Pushes to a device from now on, as long as the session lasts that asks for it.
public struct RegisterDevice: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NewDevice) async throws -> Device {
        let device = try await database.roundTrip(in: caller.tenant.id) { try await DeviceRepository($0).register(input, by: caller) }
        guard let device else { throw DomainError.unauthenticated }
        return device
    }
}

/// The devices that the caller is told on.
public struct ListDevices: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<Device> {
        let devices = try await database.roundTrip(in: caller.tenant.id) {
            try await DeviceRepository($0).list(of: caller.userID, idleSince: SessionRules.idleLimit(at: $0.now))
        }
        return Items(devices)
    }
}

/// Pushes to one of the caller's devices no more.
public struct UnregisterDevice: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: DeviceReference) async throws -> NoContent {
        let found = try await database.roundTrip(in: caller.tenant.id) {
            try await DeviceRepository($0).unregister(input.apnsToken, of: caller.userID)
        }
        guard found else { throw DomainError.notFound }
        return NoContent()
    }
}
