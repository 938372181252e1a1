import DavenportAPI

/// Compares each table in a tenant's file with the same table of the transaction's tenant, in the columns that the file
/// has.
struct TenantComparison {
    let file: TenantFileReader
    /// The tables to compare, without their parts.
    let tables: [ExportedTable]

    /// - Parameter footer: the file's last line, with counts and digests.
    func callAsFunction(_ transaction: TenantTransaction, _ footer: TenantFile.Footer) async throws -> [VerifiedTable] {
        var tally = TableDigests()
        try await TenantExportReader(transaction, tables).read(secrets: file.header.secrets, named: file.columns, until: file.header.moment)
        {
            table, line in
            tally.add(line, of: table)
        }
        let here = tally.footer
        return tables.flatMap(\.withParts).map { table in
            let (wanted, found) = (footer.rows(of: table.name), here.rows(of: table.name))
            let isLeftOut = table.name == ExportedTable.hosts && found.count == 0
            return VerifiedTable(table: table.name, inFile: wanted.count, here: found.count, isEqual: wanted == found || isLeftOut)
        }
    }
}
