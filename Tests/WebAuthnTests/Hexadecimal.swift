/// The bytes of hexadecimal digits, between which spaces may stand.
func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
