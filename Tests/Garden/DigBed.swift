import DavenportAPI
import Domain
import Foundation
import Postgres

extension UseCases {
    /// Creates a bed for a neighbour, and notifies them.
    package func digBed(_ caller: Caller, _ input: NewBed) async throws -> Bed {
        guard input.plants <= BedRules.capacity else { throw Problem(.bedFull, members: ["free": .integer(BedRules.capacity)]) }
        return try await database.transaction(for: caller) { transaction in
            let bed = Bed(id: .version7(at: transaction.now), plants: input.plants)
            try await SpendAllowance(transaction: transaction)(.beds, of: caller.userID)
            try await BedRepository(transaction).insert(bed, by: caller.userID, for: input.neighbourID)
            try await NotificationRepository(transaction).notify(
                [input.neighbourID].compactMap { $0 }, .bedDug, by: caller.userID, about: bed.id)
            return bed
        }
    }
}

/// Reads and writes a tenant's beds.
struct BedRepository: Repository {
    let transaction: TenantTransaction

    func insert(_ bed: Bed, by diggerID: UUID, for neighbourID: UUID?) async throws {
        try await transaction.query(
            """
            INSERT INTO beds (tenant_id, id, digger_id, neighbour_id, plants)
            VALUES (\(transaction.tenantID), \(bed.id), \(diggerID), \(neighbourID), \(bed.plants))
            """)
    }
}
