import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DavenportStore

/// Three users with two devices each, and their random actions: offline, over a bad network, with kills, and
/// concurrent.
@MainActor final class History {
    /// A user's device with its network and session.
    final class Place {
        let person: Person
        let device: Device
        let network: Network
        let token: TokenBox

        init(_ person: Person, _ device: Device, _ network: Network, _ token: TokenBox) {
            (self.person, self.device, self.network, self.token) = (person, device, network, token)
        }
    }

    final class TokenBox: Sendable {
        private let token: Mutex<String>

        init(_ token: String) {
            self.token = Mutex(token)
        }

        var value: String {
            get { token.withLock { $0 } }
            set { token.withLock { $0 = newValue } }
        }
    }

    let server: TestServer
    let people: [Person]
    /// The teacher of all users, who has no device.
    let teacher: Person
    let folder: Folder
    var chance: Chance
    private(set) var places: [Place] = []
    /// The model's record, from which it foresees refusals.
    var foreseen = Foresight()
    let successors = Successors()

    /// Creates three friends who have one task each, and their devices.
    init(_ server: TestServer, _ folder: Folder, seed: UInt64) async throws {
        let people = try await [
            server.person("ada", role: .student), server.person("bea", role: .student), server.person("cem", role: .student),
        ]
        for (one, other) in [(0, 1), (0, 2), (1, 2)] { try await server.befriend(people[one], people[other]) }
        teacher = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
        for person in people { _ = try await server.as(teacher).addStudent(userID: person.id) }
        _ = try await server.as(teacher).createTask(NewTask(title: "an essay", studentIDs: people.map(\.id)))
        (self.server, self.people, self.folder, chance) = (server, people, folder, Chance(seed: seed))
        for (index, person) in (people + people).enumerated() {
            let network = Network(seed: seed &* 31 &+ UInt64(index))
            let token = TokenBox(try await server.logIn(person))
            let transport = network.over(successors.noted(server.transport))
            let device = Device(folder.file("\(index)"), server.clock, limit: [200, 3, 7][index % 3]) {
                DavenportClient(baseURL: server.url, tenant: server.tenant.slug, transport: transport, retry: .never) { token.value }
            }
            places.append(Place(person, device, network, token))
        }
    }

    /// Performs one random action.
    func step() async throws {
        server.clock.advance(by: Double(chance.below(40)))
        guard let place = chance.oneOf(places) else { return }
        switch chance.below(100) {
        case 0..<40: try await write(place)
        case 40..<58: try await act(place.person)
        case 58..<77: try await sync(place)
        case 77..<80: try await syncAmid(place)
        case 80..<84: place.network.isDown.toggle()
        case 84..<90: place.device.restart()
        case 90..<93: server.clock.advance(by: Double(chance.below(7200)))
        case 93: moveFar()
        case 94..<96: try await endSession(place)
        case 96: try await logOut(place)
        case 97: try await server.operators.resyncTenant(server.tenant)
        default: try await place.device.replica.becameActive()
        }
    }

    /// Runs a pass. The process may be killed at any point of it, or another process may run one on the same folder.
    func sync(_ place: Place) async throws {
        let device = place.device
        if chance.below(3) == 0, let doom = chance.oneOf(ReplicaEnvironment.CrashPoint.allCases) { device.world.kill(at: doom) }
        let first = device.replica
        if chance.below(4) == 0 {
            let second = device.another()
            async let one: Void? = try? first.sync()
            async let other: Void? = try? second.sync()
            _ = await (one, other)
            device.restart()
        } else {
            do {
                try await first.sync()
            } catch is Device.Killed {
                device.restart()
            } catch is APIError {
                // An error of the network.
            } catch ReplicaError.loggedOut {
                place.token.value = try await server.logIn(place.person)
            }
        }
        device.world.spare()
    }

    private func moveFar() {
        let days = chance.below(4) == 0 ? 91.0 : 7
        server.clock.advance(by: days * 86_400)
        if days > 30 { foreseen.hasJumped = true }
    }

    private func endSession(_ place: Place) async throws {
        let client = server.client(over: server.transport, token: place.token.value)
        _ = try? await client.endCurrentSession()
    }

    private func logOut(_ place: Place) async throws {
        let replica = place.device.replica
        if chance.below(2) == 0 {
            try? await replica.logOut()
        } else {
            foreseen.discard(replica.writes)
            try? await replica.logOut(discardingUnsent: true)
        }
        place.token.value = try await server.logIn(place.person)
        place.device.restart()
    }

    /// Restores all networks, and syncs until no write waits.
    func settle() async throws {
        for place in places {
            place.network.heal()
            place.device.restart()
        }
        for _ in 0..<40 {
            server.clock.advance(by: 301)
            var isDone = true
            for place in places {
                do { try await place.device.replica.sync() } catch ReplicaError.loggedOut {
                    place.token.value = try await server.logIn(place.person)
                    isDone = false
                }
                if place.device.replica.writes.contains(where: { $0.failure == nil }) { isDone = false }
            }
            if isDone { break }
        }
        for place in places { try await place.device.replica.sync() }
    }
}

/// The existing rooms that replaced new ones, by the ids of the new ones. They are read from all of the server's
/// answers, including lost ones.
final class Successors: Sendable {
    private let found = Mutex<[UUID: UUID]>([:])

    var all: [UUID: UUID] { found.withLock { $0 } }

    /// Returns the same transport, which also records its answers.
    func noted(_ transport: Transport) -> Transport {
        Transport { [self] request in
            let answer = try await transport.send(request)
            guard answer.status == 409, let body = request.body, let room = try? JSONDecoder().decode(NewRoom.self, from: body),
                let problem = try? JSONDecoder().decode(Problem.self, from: answer.body), let made = room.id, let existing = problem.roomID
            else { return answer }
            found.withLock { $0[made] = existing }
            return answer
        }
    }
}
