import DavenportAPI

/// What an area uses uploaded files for. Each kind of file is used by one area, whose feature, limits and views hold for it.
package struct FileUse: Sendable {
    /// The kind of file that the area's things have.
    package let kind: FileKind
    /// The feature without which nobody uploads or downloads such a file.
    package let feature: Feature
    /// How many such files a user may upload in a period.
    package let allowance: Allowance
    /// How many bytes such files of a tenant may have together.
    package let capacity: Capacity

    /// Declares the use. The properties of the same names explain the parameters.
    package init(_ kind: FileKind, for feature: Feature, _ allowance: Allowance, _ capacity: Capacity) {
        (self.kind, self.feature, self.allowance, self.capacity) = (kind, feature, allowance, capacity)
    }
}

extension UseCases {
    /// Returns how files of a kind are used.
    /// - Throws: `featureOff` if the tenant lacks the feature, or the program the area.
    func fileUse(of kind: FileKind, in tenant: Tenant) throws -> FileUse {
        guard let use = areas.lazy.compactMap(\.fileUse).first(where: { $0.kind == kind }), tenant.features.contains(use.feature) else {
            throw Problem(.featureOff)
        }
        return use
    }
}
