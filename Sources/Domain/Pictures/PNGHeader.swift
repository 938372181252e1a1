extension PNGFile {
    /// The content of the first chunk of a PNG. It decides which chunks may follow.
    struct Header {
        let size: StrippedPicture.Size
        private let form: Form

        /// The pixel format: which components a pixel has.
        private enum Form: UInt8 {
            case grey = 0
            case colour = 2
            case palette = 3
            case greyAndAlpha = 4
            case colourAndAlpha = 6
        }

        /// The chunks that make up the image: palette, data, end and frames. Some of them may occur several times.
        static let ofImage: Set = ["PLTE", "IDAT", "IEND", "acTL", "fcTL", "fdAT"]
        /// The chunks about colours that are kept, each with its length in bytes. Colour profiles are dropped, because
        /// a PNG compresses them and they may hold any text.
        private static let lengths: [String: Int] = ["gAMA": 4, "cHRM": 32, "sRGB": 1, "cICP": 4, "mDCV": 24, "cLLI": 8]

        /// Reads the header: width, height, bit depth, pixel format, compression, filter and interlacing.
        ///
        /// - Returns: nil for a chunk that isn't a valid header.
        init?(_ chunk: Chunk) {
            var reader = ByteReader(chunk.content)
            guard chunk.kind == "IHDR", chunk.content.count == 13, let width = reader.number(4, .bigEndian),
                let height = reader.number(4, .bigEndian), reader.skip(1), let form = reader.byte().flatMap(Form.init)
            else { return nil }
            size = .init(width: width, height: height)
            self.form = form
        }

        /// Returns whether a picture with this header may contain the chunk. A chunk that isn't part of the image may
        /// have any content, because the reduced file leaves it out.
        func allows(_ chunk: Chunk) -> Bool {
            switch chunk.kind {
            case "IHDR": false
            case "PLTE": chunk.content.count.isMultiple(of: 3) && (3...768).contains(chunk.content.count)
            case "acTL": chunk.content.count == 8
            case "fcTL": allowsFrame(chunk.content)
            case "fdAT": chunk.content.count >= 4
            default: Self.ofImage.contains(chunk.kind) || !chunk.isCritical
            }
        }

        /// Returns whether a frame's header is valid: its number, width, height, left, top, and how it is shown. The
        /// frame must lie within the picture.
        private func allowsFrame(_ content: ArraySlice<UInt8>) -> Bool {
            var reader = ByteReader(content)
            guard content.count == 26, reader.skip(4), let width = reader.number(4, .bigEndian), let height = reader.number(4, .bigEndian),
                let left = reader.number(4, .bigEndian), let top = reader.number(4, .bigEndian)
            else { return false }
            return width > 0 && height > 0 && left + width <= size.width && top + height <= size.height
        }

        /// Returns whether the chunk is about colours and has a valid length, so that it is kept.
        func keeps(_ chunk: Chunk) -> Bool {
            let length = chunk.content.count
            switch chunk.kind {
            case "tRNS": return form == .palette ? (1...256).contains(length) : form == .grey ? length == 2 : form == .colour && length == 6
            case "bKGD": return length == lengthOfBackground
            case "sBIT": return length == lengthOfBits
            default: return Self.lengths[chunk.kind] == length
            }
        }

        private var lengthOfBackground: Int {
            switch form {
            case .palette: 1
            case .grey, .greyAndAlpha: 2
            case .colour, .colourAndAlpha: 6
            }
        }

        private var lengthOfBits: Int {
            switch form {
            case .grey: 1
            case .greyAndAlpha: 2
            case .colour, .palette: 3
            case .colourAndAlpha: 4
            }
        }
    }
}
