/// What the decoding process writes: a picture or a refusal, as bytes (record 51).
///
/// The first byte is 0 for a refusal, whose code follows. Otherwise it is the format, and then come the width, the height and the
/// picture's length in four bytes each, the highest first, the picture, and the picture for lists.
package enum PictureAnswer {
    private static let head = 13

    /// Returns the bytes of a picture.
    package static func bytes(of picture: DecodedPicture) -> [UInt8] {
        var bytes = [picture.format.rawValue]
        for number in [picture.width, picture.height, picture.bytes.count] {
            bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return bytes + picture.bytes + picture.thumbnail
    }

    /// Returns the bytes of a refusal.
    package static func bytes(of refusal: PictureRefusal) -> [UInt8] { [0, refusal.rawValue] }

    /// The maximum number of bytes of an answer.
    package static let limit = head + PictureLimits.bytes + PictureLimits.thumbnailBytes

    /// Reads an answer. It trusts none of it, because the process has decoded what a stranger sent.
    /// - Throws: the refusal; `PictureRefusal.damaged` for an answer that is incomplete or beyond the limits.
    package static func picture(in answer: [UInt8]) throws -> DecodedPicture {
        if answer.count == 2, answer[0] == 0, let refusal = PictureRefusal(rawValue: answer[1]) { throw refusal }
        guard answer.count > head, let format = PictureFormat(rawValue: answer[0]) else { throw PictureRefusal.damaged }
        let numbers = (0..<3).map { place in answer[(1 + 4 * place)..<(5 + 4 * place)].reduce(0) { $0 << 8 | Int($1) } }
        let (rest, length) = (answer.count - head, numbers[2])
        guard (1...PictureLimits.side).contains(numbers[0]), (1...PictureLimits.side).contains(numbers[1]),
            (1...PictureLimits.bytes).contains(length), length < rest, rest - length <= PictureLimits.thumbnailBytes
        else { throw PictureRefusal.damaged }
        return DecodedPicture(
            format: format, width: numbers[0], height: numbers[1], bytes: Array(answer[head..<(head + length)]),
            thumbnail: Array(answer[(head + length)...]))
    }
}
