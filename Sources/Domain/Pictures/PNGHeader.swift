extension PNGFile {
    /// The content of the first chunk, which decides what chunks may follow.
    struct Header {
        let size: StrippedPicture.Size
        private let form: Form

        /// The components of a pixel.
        private enum Form: UInt8 {
            case grey = 0
            case colour = 2
            case palette = 3
            case greyAndAlpha = 4
            case colourAndAlpha = 6
        }

        /// The chunks of the image: palette, data, end and frames. Some of them may occur several times.
        static let ofImage: Set = ["PLTE", "IDAT", "IEND", "acTL", "fcTL", "fdAT"]
        /// The lengths of the chunks about colours that are kept. Colour profiles are dropped, because they are
        /// compressed and may hold any text.
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

        /// Returns whether a picture may contain the chunk. Chunks outside of the image may be anything, because they
        /// can be left out.
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

        /// Checks a frame: its number, width, height, left, top, and how it is shown. It must lie within the picture.
        private func allowsFrame(_ content: ArraySlice<UInt8>) -> Bool {
            var reader = ByteReader(content)
            guard content.count == 26, reader.skip(4), let width = reader.number(4, .bigEndian), let height = reader.number(4, .bigEndian),
                let left = reader.number(4, .bigEndian), let top = reader.number(4, .bigEndian)
            else { return false }
            return width > 0 && height > 0 && left + width <= size.width && top + height <= size.height
        }

        /// Returns whether the chunk concerns only colours and has a valid length.
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
