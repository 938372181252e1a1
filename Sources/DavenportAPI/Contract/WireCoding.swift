import Foundation

extension JSONEncoder {
    /// A new encoder for the API's JSON, with times in RFC 3339. Each access creates one, so the caller may change it.
    package static var wire: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp.text(date))
        }
        return encoder
    }
}

extension JSONDecoder {
    /// A new decoder for the API's JSON, with times in RFC 3339. Each access creates one, so the caller may change it.
    package static var wire: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = Timestamp.parse(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time")
            }
            return date
        }
        return decoder
    }
}
