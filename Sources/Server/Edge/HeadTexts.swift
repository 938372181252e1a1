import HTTPTypes
import UntrustedText

extension HTTPRequest {
    /// What is wrong with the head's texts; nil where nothing is.
    ///
    /// The router, the handlers and the use cases compare and normalise them as `String`s, so that they are checked before anything else is
    /// done with the head. The target counts as it reads decoded.
    var textFault: String? {
        let target = path ?? ""
        if !target.isStreamSafe || !target.percentDecoded.isStreamSafe { return Self.fault("The request's target") }
        if let authority, !authority.isStreamSafe { return Self.fault("The header Host") }
        let field = headerFields.first { !$0.value.isStreamSafe }
        return field.map { Self.fault("The header \($0.name.rawName)") }
    }

    private static func fault(_ part: String) -> String {
        "\(part) has more than \(NonStarterRun.limit) combining marks in a row."
    }
}

extension String {
    /// With each `%` and two hexadecimal digits replaced by the byte that they stand for; bytes that are no UTF-8 become U+FFFD.
    fileprivate var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var decoded: [UInt8] = []
        var rest = Substring(self).utf8
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(hexadecimal: digits) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// Two digits; nil where one of them is none.
    fileprivate init?(hexadecimal digits: some Sequence<UInt8>) {
        self = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            self = self << 4 | UInt8(value)
        }
    }
}
