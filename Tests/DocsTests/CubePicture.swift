import DavenportAPI
import Foundation

/// Draws docs/cube.svg: a cube at the start of a game, seen from the corner (2, 2, 2), with a word across its faces.
/// `DRAW=1 bin/test CubePictureTests` writes the file.
struct CubePicture {
    let puzzle: Puzzle
    let word: [Face]

    var text: String {
        let points = word.map { Side(axis: $0.axis).middle(of: $0) }
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 350 360\" width=\"350\" height=\"360\" font-family=\"sans-serif\">",
            "<rect width=\"350\" height=\"360\" rx=\"12\" fill=\"#ffffff\"/>",
        ]
        for face in Face.all where face.isOuter { lines.append(Side(axis: face.axis).drawing(of: face, puzzle[face])) }
        lines.append("<polyline points=\"\(points.map { $0.text }.joined(separator: " "))\" \(Self.line)/>")
        // The first face of the word.
        if let first = points.first {
            lines.append("<circle cx=\"\(first.xText)\" cy=\"\(first.yText)\" r=\"9\" fill=\"#d1495b\" fill-opacity=\"0.6\"/>")
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private static let line =
        "fill=\"none\" stroke=\"#d1495b\" stroke-width=\"5\" stroke-opacity=\"0.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
}

/// A point in the picture.
private struct Point {
    let x: Double
    let y: Double

    /// Projects a corner or centre of the cube: x runs to the left, y to the right, z up.
    init(_ place: [Double]) {
        x = 175 + 45 * (place[1] - place[0])
        y = 180 + 26 * (place[0] + place[1]) - 52 * place[2]
    }

    var xText: String { Self.text(x) }
    var yText: String { Self.text(y) }
    var text: String { xText + "," + yText }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

/// The top, left or right side.
private struct Side {
    let axis: Int

    private var color: String { ["#b8dbe6", "#e9d8a6", "#f4f1de"][axis] }
    /// The transformation that places a letter on the side: the directions of one step to its right and one step down.
    private var slant: String { ["0.865 0.5 0 1", "0.865 -0.5 0 1", "0.865 0.5 -0.865 0.5"][axis] }

    /// Returns a point of a face: its cubelet's foremost corner, moved by these amounts along the face's two axes.
    private func point(of face: Face, _ first: Double, _ second: Double) -> Point {
        let number = face.cubelet.number
        var place = [number / 9, number / 3 % 3, number % 3].map { Double($0 + 1) }
        place[(axis + 1) % 3] -= first
        place[(axis + 2) % 3] -= second
        return Point(place)
    }

    func middle(of face: Face) -> Point { point(of: face, 0.5, 0.5) }

    /// Draws the face with its letter and the number of its cubelet.
    func drawing(of face: Face, _ letter: Unicode.Scalar) -> String {
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { point(of: face, $0.0, $0.1).text }.joined(separator: " ")
        let middle = middle(of: face)
        let text = letter == "q" ? "Qu" : String(letter).uppercased()
        return """
            <polygon points="\(corners)" fill="\(color)" stroke="#3d405b" stroke-width="1.5"/>
            <g transform="matrix(\(slant) \(middle.xText) \(middle.yText))" fill="#3d405b" text-anchor="middle">
            <text y="9" font-size="25">\(text)</text><text x="18" y="22" font-size="9">\(face.cubelet.number)</text>
            </g>
            """
    }
}
