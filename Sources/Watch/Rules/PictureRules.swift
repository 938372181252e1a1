import DavenportAPI
import Domain

extension FileUse {
    /// Pictures of comments.
    static let watch = FileUse(.picture, for: .watch, .pictures, .pictureBytes)
}

extension Allowance {
    /// The number of pictures that a user may upload per day, with those that are refused (rule 28.7).
    package static let pictures = Allowance("pictures", 100, a: .day)
}

extension Capacity {
    /// The capacity for all pictures of a tenant, in bytes (rule 28.7). Those that no comment uses count too.
    package static let pictureBytes = Capacity("pictureBytes", 1 << 30, "bytes of pictures")
}
