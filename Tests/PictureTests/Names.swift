import DavenportAPI

/// Makes `Comment` the API's type, because Swift Testing has a type with the same name.
typealias Comment = DavenportAPI.Comment
