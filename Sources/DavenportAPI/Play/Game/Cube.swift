/// One of the 27 cubelets of the cube, at x, y and z of 0, 1 or 2 (rule 12.2).
public struct Cubelet: Hashable, Sendable {
    /// The cubelet's number: 9x + 3y + z, 0 to 26.
    public let number: Int

    /// Finds a cubelet by its number.
    /// - Returns: nil if no cubelet has this number.
    public init?(_ number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// Creates a cubelet from a number that is known to be valid.
    fileprivate init(known number: Int) {
        self.number = number
    }

    /// The valid numbers of cubelets.
    public static let numbers = 0...26
    /// All cubelets, by number.
    public static let all = numbers.map(Cubelet.init(known:))

    /// Returns the cubelet's position along an axis: 0, 1 or 2.
    func coordinate(_ axis: Int) -> Int { number / Self.steps[axis] % 3 }

    /// The three faces of the cubelet, by axis.
    public var faces: [Face] { (0..<3).map { Face(known: 3 * number + $0) } }

    /// The differences between the numbers of neighbouring cubelets, by axis.
    fileprivate static let steps = [9, 3, 1]
}

/// One of a cubelet's three faces. Each looks along one of the axes x, y and z (rule 12.2).
public struct Face: Hashable, Sendable {
    /// The face's number: 3 × its cubelet's number + its axis, 0 to 80.
    public let number: Int

    /// Finds a face by its number.
    /// - Returns: nil if no face has this number.
    public init?(_ number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// Creates a face from a number that is known to be valid.
    fileprivate init(known number: Int) {
        self.number = number
    }

    /// The valid numbers of faces.
    public static let numbers = 0...80
    /// All faces, by number.
    public static let all = numbers.map(Face.init(known:))

    /// The cubelet that the face belongs to.
    public var cubelet: Cubelet { Cubelet(known: number / 3) }
    /// The axis that the face looks along: 0, 1 or 2 for x, y and z.
    public var axis: Int { number % 3 }
    /// Whether the face is one of the nine on a side of the cube. No cubelet can cover such a face.
    public var isOuter: Bool { cubelet.coordinate(axis) == 2 }

    /// The cubelet in front of the face, which covers the face until that cubelet disappears; nil for a face on a side
    /// of the cube.
    public var inFront: Cubelet? {
        isOuter ? nil : Cubelet(known: cubelet.number + Cubelet.steps[axis])
    }

    /// Whether this face and another one share at least a corner. It is false if they are the same face.
    public func touches(_ other: Face) -> Bool {
        guard self != other else { return false }
        return (0..<3).allSatisfy { axis in
            let (mine, others) = (extent(on: axis), other.extent(on: axis))
            return mine.lowerBound <= others.upperBound && others.lowerBound <= mine.upperBound
        }
    }

    /// Returns the range of coordinates that the face covers along an axis. The coordinates are those of the cubelets'
    /// corners, 0 to 3.
    private func extent(on axis: Int) -> ClosedRange<Int> {
        let place = cubelet.coordinate(axis)
        return axis == self.axis ? (place + 1)...(place + 1) : place...(place + 1)
    }
}

extension Face: Codable {
    /// Decodes a face from its number.
    /// - Throws: `DecodingError` if no face has this number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let face = Face(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no face has this number")
        }
        self = face
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension Cubelet: Codable {
    /// Decodes a cubelet from its number.
    /// - Throws: `DecodingError` if no cubelet has this number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cubelet = Cubelet(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no cubelet has this number")
        }
        self = cubelet
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
