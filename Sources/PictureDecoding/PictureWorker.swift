import Domain
import LibC
import Pictures

/// What the decoding process does: it reads a picture from its input, and writes a `PictureAnswer`.
///
/// A picture may make it run out of memory or time, or crash. Then the process ends without an answer.
package enum PictureWorker {
    /// The memory that decoding may take besides what the program takes at its start, in bytes.
    private static let memory = 512 << 20
    /// The processor time that a picture may take, in seconds.
    private static let processorTime: rlim_t = 10

    /// Decodes one picture, and ends the process.
    package static func run() -> Never {
        limitResources()
        guard let picture = input() else { exit(1) }
        let answer: [UInt8]
        do { answer = PictureAnswer.bytes(of: try decoded(picture)) } catch {
            answer = PictureAnswer.bytes(of: error as? PictureRefusal ?? .damaged)
        }
        exit(output(answer) ? 0 : 1)
    }

    /// Decodes a picture, and encodes it anew.
    /// - Throws: `PictureRefusal`.
    package static func decoded(_ picture: [UInt8]) throws -> DecodedPicture {
        let isGIF = GIFCodec.isOne(picture)
        guard isGIF || Self.signatures.contains(where: { picture.starts(with: $0) }) else { throw PictureRefusal.unknownFormat }
        let decoded: DecodedPicture
        if isGIF {
            decoded = try GIFCodec.decoded(picture)
        } else {
            // It refuses what contradicts itself, so that the libraries get well-formed files of a known structure.
            guard let file = StrippedPicture(picture) else { throw PictureRefusal.damaged }
            try PictureLimits.require(width: file.size.width, height: file.size.height)
            decoded =
                switch file.kind {
                case .png: try PNGCodec.decoded(file)
                case .jpeg: try JPEGCodec.decoded(file)
                case .webP: try WebPCodec.decoded(file)
                }
        }
        guard decoded.bytes.count <= PictureLimits.bytes else { throw PictureRefusal.tooLarge }
        return decoded
    }

    private static let signatures: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("RIFF".utf8)]

    /// Limits what the process may use. It can't lift these limits again, unless it belongs to the superuser.
    private static func limitResources() {
        limit(RLIMIT_AS, to: rlim_t(addressSpace + memory))
        limit(RLIMIT_CPU, to: processorTime)
        limit(RLIMIT_CORE, to: 0)
        limit(RLIMIT_FSIZE, to: 0)
        limit(RLIMIT_NOFILE, to: 0)
    }

    #if os(Linux)
        private static func limit(_ resource: __rlimit_resource, to value: rlim_t) { limit(CInt(resource.rawValue), to: value) }
    #endif

    private static func limit(_ resource: CInt, to value: rlim_t) {
        var limits = rlimit(rlim_cur: value, rlim_max: value)
        // A system that refuses a limit still has the deadline.
        _ = setrlimit(resource, &limits)
    }

    /// The size of the process's address space in bytes; 4 GiB if the system doesn't tell.
    private static var addressSpace: Int {
        let usual = 4 << 30
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return usual }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = text.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        let pages = text.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: " ") }
        return Int(String(decoding: pages, as: UTF8.self)).map { $0 * Int(getpagesize()) } ?? usual
    }

    private static func input() -> [UInt8]? {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
        while bytes.count <= PictureLimits.sentBytes {
            let count = part.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += part[..<count]
        }
        return nil
    }

    private static func output(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
