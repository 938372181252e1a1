import DavenportAPI

/// The wire's comment; Swift Testing has a type of that name too.
typealias Comment = DavenportAPI.Comment
