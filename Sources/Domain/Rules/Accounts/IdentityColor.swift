import DavenportAPI
import Foundation

/// The colours that distinguish users, and communities. They are readable on light and dark backgrounds.
enum IdentityColor {
    static let palette = [
        "#d1495b", "#00798c", "#edae49", "#3f7d20", "#7b5ea7", "#e2711d", "#2a6fdb", "#c2528b", "#4d9078", "#9a6324", "#5c6bc0", "#8d99ae",
    ]

    /// Returns the colour of a tenant, which is always the same for its slug.
    static func color(of tenant: Tenant) -> String {
        palette[Int(tenant.slug.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } % UInt32(palette.count))]
    }
}
