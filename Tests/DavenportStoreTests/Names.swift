import DavenportAPI

/// The API's comment. Swift Testing has a type with the same name.
typealias Comment = DavenportAPI.Comment
