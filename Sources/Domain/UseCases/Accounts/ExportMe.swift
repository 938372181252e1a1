import DavenportAPI
import Foundation
import UUIDText

extension UseCases {
    /// Exports all data of the caller, from every area, as one JSON document (rules 15). The server reads each part from
    /// the database only when the client is ready for it.
    public func exportMe(_ caller: Caller, _ input: NoInput) async throws -> Attachment {
        let moment = try await database.transaction(for: caller) { transaction in
            _ = try await ThrottleRepository(transaction).count(.exports(of: caller.userID))
            return transaction.now
        }
        // The document is written for minutes. Each part is read at its own moment.
        var reader = caller
        reader.request = RequestContext()
        return Attachment(type: "application/json", name: "\(caller.tenant.slug).json") {
            [database, exportedSections, downloads, reader] write in
            let document = ExportDocument(database: database, caller: reader, downloads: downloads)
            try await document.write(exportedSections, at: moment, to: write)
        }
    }

    private var exportedSections: [ExportedSection] { areas.flatMap { $0.exportedSections } }
}

/// Writes the export of one user, section by section.
private struct ExportDocument {
    let database: Database
    let caller: Caller
    let downloads: RequestLimiter

    /// Takes bytes of the document, and returns once it can take more.
    typealias Sink = ([UInt8]) async throws -> Void

    func write(_ exportedSections: [ExportedSection], at moment: Date, to write: Sink) async throws {
        let community: JSONValue = ["name": .string(caller.tenant.name), "slug": .string(caller.tenant.slug)]
        try await write(Array(#"{"exportedAt":"\#(Timestamp.text(moment))","community":\#(community)"#.utf8))
        for exportedSection in exportedSections {
            try await write(Array(#","\#(exportedSection.name)":"#.utf8))
            switch exportedSection.form {
            case .one: try await write(Array((try await page(of: exportedSection, after: nil).first?.json ?? "null").utf8))
            case .many(let limit, _): try await writeList(of: exportedSection, limit, to: write)
            }
        }
        try await write(Array("}\n".utf8))
    }

    private func writeList(of exportedSection: ExportedSection, _ limit: Int, to write: Sink) async throws {
        var (place, isFirst): (String?, Bool) = (nil, true)
        try await write(Array("[".utf8))
        while true {
            let items = try await page(of: exportedSection, after: place)
            if let inner = exportedSection.inner {
                try await self.write(items, isFirst: &isFirst, holding: inner, to: write)
            } else if !items.isEmpty {
                try await write(Array(((isFirst ? "" : ",") + items.map(\.json).joined(separator: ",")).utf8))
                isFirst = false
            }
            place = items.last?.place
            if items.count < limit { break }
        }
        try await write(Array("]".utf8))
    }

    /// Writes items, each with the list of the items that it contains. The outer and the inner items are read page by
    /// page in the same order. If an outer item is deleted in the meantime, the items in it are skipped.
    private func write(
        _ items: [ExportedSectionRepository.Item], isFirst: inout Bool, holding inner: ExportedSection.Inner, to write: Sink
    ) async throws {
        var held = NestedItems(document: self, inner: inner, owners: items.compactMap { UUID(text: $0.place) })
        for item in items {
            try await write(Array(#"\#(isFirst ? "" : ",")\#(item.json.dropLast()),"\#(inner.name)":["#.utf8))
            isFirst = false
            var separator = ""
            while let part = try await held.next(of: item.place) {
                try await write(Array((separator + part).utf8))
                separator = ","
            }
            try await write(Array("]}".utf8))
        }
    }

    fileprivate func page(of exportedSection: ExportedSection, after place: String?) async throws -> [ExportedSectionRepository.Item] {
        try await inTurn { try await ExportedSectionRepository($0).page(of: exportedSection, caller, after: place) }
    }

    fileprivate func inTurn<Result: Sendable>(_ work: (TenantTransaction) async throws -> Result) async throws -> Result {
        try await downloads.take(caller.userID) { _ in try await database.transaction(for: caller, .singleRoundTrip, work) }
    }
}

/// Reads the items that are contained in other items, in the order of the containing items.
private struct NestedItems {
    let document: ExportDocument
    let inner: ExportedSection.Inner
    let owners: [UUID]
    private var waiting: ArraySlice<ExportedSectionRepository.Item> = []
    private var last: ExportedSectionRepository.Item?
    private var isOver = false

    init(document: ExportDocument, inner: ExportedSection.Inner, owners: [UUID]) {
        (self.document, self.inner, self.owners) = (document, inner, owners)
    }

    /// Returns the next item that is contained in this one; nil after the last.
    /// - Parameter owner: the sort key (column `place`) of the containing item.
    mutating func next(of owner: String) async throws -> String? {
        while true {
            if waiting.isEmpty {
                guard !isOver else { return nil }
                try await read()
            }
            guard let first = waiting.first, first.owner <= owner else { return nil }
            waiting.removeFirst()
            if first.owner == owner { return first.json }
        }
    }

    private mutating func read() async throws {
        let (document, inner, owners, last) = (document, inner, owners, last)
        let items = try await document.inTurn {
            try await ExportedSectionRepository($0).page(of: inner, in: owners, document.caller, after: last)
        }
        (waiting, self.last, isOver) = (items[...], items.last ?? last, items.count < ExportedSectionRepository.innerPage)
    }
}
