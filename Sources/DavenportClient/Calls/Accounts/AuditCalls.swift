import DavenportAPI

extension DavenportClient {
    /// List the audit log of the community, newest first: all events, or those of one name.
    public var listAudit: Call<AuditQuery, Page<AuditEntry>> { Call(self, Endpoints.listAudit) }
}
