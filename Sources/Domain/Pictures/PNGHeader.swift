extension PNGFile {
    /// What the first chunk says, and what may follow it.
    struct Header {
        let size: PlainPicture.Size
        private let form: Form

        /// What a pixel is.
        private enum Form: UInt8 {
            case grey = 0
            case colour = 2
            case palette = 3
            case greyAndAlpha = 4
            case colourAndAlpha = 6
        }

        /// Image, palette, end and frames, which there can be several of.
        static let ofImage: Set = ["PLTE", "IDAT", "IEND", "acTL", "fcTL", "fdAT"]
        /// A profile of colours isn't among them: it is compressed, and may hold any text.
        private static let lengths: [String: Int] = ["gAMA": 4, "cHRM": 32, "sRGB": 1, "cICP": 4, "mDCV": 24, "cLLI": 8]

        /// Width, height, bits, the form of a pixel, compression, filter and interlacing.
        init?(_ chunk: Chunk) {
            var reader = ByteReader(chunk.content)
            guard chunk.kind == "IHDR", chunk.content.count == 13, let width = reader.number(4, .bigEndian),
                let height = reader.number(4, .bigEndian), reader.skip(1), let form = reader.byte().flatMap(Form.init)
            else { return nil }
            size = .init(width: width, height: height)
            self.form = form
        }

        /// Whether a picture may have it: what is no part of the image may be anything, since it can be left out.
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

        /// The frame's number, width, height, left and top, and how it is shown. It lies within the picture.
        private func allowsFrame(_ content: ArraySlice<UInt8>) -> Bool {
            var reader = ByteReader(content)
            guard content.count == 26, reader.skip(4), let width = reader.number(4, .bigEndian), let height = reader.number(4, .bigEndian),
                let left = reader.number(4, .bigEndian), let top = reader.number(4, .bigEndian)
            else { return false }
            return width > 0 && height > 0 && left + width <= size.width && top + height <= size.height
        }

        /// Whether it tells of colours and nothing else.
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
