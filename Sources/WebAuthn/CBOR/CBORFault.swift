/// The reason why bytes are refused that should be CBOR, or authenticator data with CBOR in it.
enum CBORFault: String, Error, CaseIterable {
    case truncated = "it ends too early"
    case trailingBytes = "bytes follow its end"
    case tooDeep = "it is nested more than 4 deep"
    case indefiniteLength = "it has an item of indefinite length"
    case reserved = "it has a head that is reserved"
    case notShortest = "a number or a length is not in its shortest form"
    case tag = "it has a tag"
    case float = "it has a floating-point number"
    case simple = "it has a simple value other than false, true and null"
    case notUTF8 = "a text is not UTF-8"
    case otherKey = "a map has a key that is neither a number nor a text"
    case disorder = "a map has two equal keys, or keys that are out of order"
    case noMap = "its extensions are not a map"
}
