import Foundation

/// A small image for tests, made with Pillow, without any metadata.
public struct Picture: Sendable, CustomStringConvertible {
    public let description: String
    public let mediaType: String
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]

    private init(_ description: String, _ mediaType: String, _ width: Int, _ height: Int, _ base64: String) {
        (self.description, self.mediaType, self.width, self.height) = (description, mediaType, width, height)
        bytes = [UInt8](Data(base64Encoded: base64) ?? Data())
    }

    public static let png = Picture(
        "PNG", "image/png", 2, 3,
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAFElEQVR4nGM8ISfHwMDAxMDAgKAAFEoBCqHkTQMAAAAASUVORK5CYII=")
    public static let jpeg = Picture(
        "JPEG", "image/jpeg", 2, 3,
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAADAAIB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z
        """)
    public static let progressiveJPEG = Picture(
        "progressive JPEG", "image/jpeg", 3, 2,
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAACAAMB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/aAAgBAQAAAAE//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABBQJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAG\
        PwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPyF//9oACAEBAAAAEP8A/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxB//9k=
        """)
    public static let webP = Picture(
        "lossy WebP", "image/webp", 2, 3, "UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoCAAMADMDOJaACdAFAAAD+2iYRho1+LuxHGSQAAAA=")
    public static let transparentWebP = Picture(
        "transparent WebP", "image/webp", 2, 3,
        """
        UklGRlIAAABXRUJQVlA4WAoAAAAQAAAAAQAAAgAAQUxQSAcAAAAAZGRkZGRkAFZQOCAkAAAAcAEAnQEqAgADAAzAziWgAnQBQAAA/tomEYaNfi7sRxkkAAAA
        """)
    public static let movingWebP = Picture(
        "moving WebP", "image/webp", 2, 3,
        """
        UklGRqoAAABXRUJQVlA4WAoAAAACAAAAAQAAAgAAQU5JTQYAAAAAAAAAAABBTk1GOgAAAAAAAAAAAAEAAAIAAGQAAAJWUDggIgAAADABAJ0BKgIAAwAMwM4loAADcAD+2ib9\
        B8XL/+pW/XRRAABBTk1GPAAAAAAAAAAAAAEAAAIAAGQAAABWUDggJAAAADQBAJ0BKgIAAwAAAM4loAADcAD+5s7f/FD3f+pIP/cn6IwAAA==
        """)
    /// Each format in each of its variants.
    public static let all = [
        png, jpeg, progressiveJPEG, webP, transparentWebP, movingWebP,
        Picture("lossless WebP", "image/webp", 2, 3, "UklGRh4AAABXRUJQVlA4TBEAAAAvAYAAAAdQjyLXo/+BiOh/AAA="),
        Picture(
            "moving PNG", "image/png", 2, 3,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAACAAAAAwAAAAAAAAAAAAEACgAAUa8H6AAAABRJREFU\
            eJxjPCEnx8DAwMTAwICgABRKAQqh5E0DAAAAGmZjVEwAAAABAAAAAgAAAAMAAAAAAAAAAAABAAoAAMrc7TwAAAAYZmRBVAAAAAJ4nGNkkHvGwMDAxMDAgKAAEroBChUYtygA\
            AAAASUVORK5CYII=
            """),
    ]
}
