/// A player's move: a word, or the removal of a cubelet (rule 12.4).
public struct Move: Sendable, Equatable {
    /// The time of the move, in milliseconds since the play's start by the player's stopwatch.
    public let at: Int
    public let action: Action

    /// What a move does.
    public enum Action: Sendable, Equatable {
        /// A word, as its faces in order.
        case word([Face])
        case removal(Cubelet)
    }

    /// Creates the move of a word from its faces, in order.
    public init(at: Int, faces: [Face]) {
        (self.at, action) = (at, .word(faces))
    }

    /// Creates the removal of a cubelet.
    public init(at: Int, cubelet: Cubelet) {
        (self.at, action) = (at, .removal(cubelet))
    }
}

extension Move: Codable {
    private enum CodingKeys: CodingKey {
        case at, faces, cubelet
    }

    /// Decodes `{at, faces}` or `{at, cubelet}`.
    /// - Throws: `DecodingError` if the move has both `faces` and `cubelet`, or neither of them, or a number that no
    ///   face or cubelet has.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let at = try container.decode(Int.self, forKey: .at)
        let faces = try container.decodeIfPresent([Face].self, forKey: .faces)
        let cubelet = try container.decodeIfPresent(Cubelet.self, forKey: .cubelet)
        switch (faces, cubelet) {
        case (let faces?, nil): self.init(at: at, faces: faces)
        case (nil, let cubelet?): self.init(at: at, cubelet: cubelet)
        default: throw DecodingError.dataCorruptedError(forKey: .faces, in: container, debugDescription: "either faces or cubelet")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        switch action {
        case .word(let faces): try container.encode(faces, forKey: .faces)
        case .removal(let cubelet): try container.encode(cubelet, forKey: .cubelet)
        }
    }
}
