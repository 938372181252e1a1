/// One of the 27 cubelets of the cube, at x, y and z of 0, 1 or 2 (rule 12.2).
public struct Cubelet: Hashable, Sendable {
    /// 9x + 3y + z: 0 to 26.
    public let number: Int

    /// - Returns: nil for a number that none has.
    public init?(_ number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// Takes the number of one.
    fileprivate init(known number: Int) {
        self.number = number
    }

    /// The numbers that there are.
    public static let numbers = 0...26
    /// All of them, by number.
    public static let all = numbers.map(Cubelet.init(known:))

    /// Where it is along an axis: 0, 1 or 2.
    func coordinate(_ axis: Int) -> Int { number / Self.steps[axis] % 3 }

    /// Its three faces, by axis.
    public var faces: [Face] { (0..<3).map { Face(known: 3 * number + $0) } }

    /// How far numbers are apart of cubelets that are neighbours along an axis.
    fileprivate static let steps = [9, 3, 1]
}

/// One of the three faces of a cubelet that look along the axes x, y and z (rule 12.2).
public struct Face: Hashable, Sendable {
    /// 3 × its cubelet's number + its axis: 0 to 80.
    public let number: Int

    /// - Returns: nil for a number that none has.
    public init?(_ number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.number = number
    }

    /// Takes the number of one.
    fileprivate init(known number: Int) {
        self.number = number
    }

    /// The numbers that there are.
    public static let numbers = 0...80
    /// All of them, by number.
    public static let all = numbers.map(Face.init(known:))

    /// The cubelet that bears it.
    public var cubelet: Cubelet { Cubelet(known: number / 3) }
    /// The axis that it looks along: 0, 1 or 2 for x, y and z.
    public var axis: Int { number % 3 }
    /// Whether nothing can ever be in front of it: it is one of the nine on a side of the cube.
    public var isOuter: Bool { cubelet.coordinate(axis) == 2 }

    /// The cubelet in front of it; nil on the cube's side.
    public var inFront: Cubelet? {
        isOuter ? nil : Cubelet(known: cubelet.number + Cubelet.steps[axis])
    }

    /// Whether it is another face and has a corner in common with this one: their extents meet on all three axes.
    public func touches(_ other: Face) -> Bool {
        guard self != other else { return false }
        return (0..<3).allSatisfy { axis in
            let (mine, others) = (extent(on: axis), other.extent(on: axis))
            return mine.lowerBound <= others.upperBound && others.lowerBound <= mine.upperBound
        }
    }

    /// From where to where it reaches along an axis.
    private func extent(on axis: Int) -> ClosedRange<Int> {
        let place = cubelet.coordinate(axis)
        return axis == self.axis ? (place + 1)...(place + 1) : place...(place + 1)
    }
}

extension Face: Codable {
    /// - Throws: a `DecodingError` for a number that none has.
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
    /// - Throws: a `DecodingError` for a number that none has.
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
