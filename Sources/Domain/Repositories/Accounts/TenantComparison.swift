import DavenportAPI

/// Compares the tables of a tenant with the file that it was imported from. Only columns that the file has are
/// compared.
struct TenantComparison {
    let file: TenantFileReader
    /// The tables to compare. The tables in their `parts` are compared too.
    let tables: [ExportedTable]

    /// Compares all tables.
    /// - Parameter footer: the file's last line, which has the number of rows and the digest of each table.
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
