import DavenportAPI

/// Draws the cube as seen from its corner (2, 2, 2): the top, the left and the right side. Each open face appears with
/// its letter and the number of its cubelet. Where cubelets were removed, the faces behind them appear.
func drawing(of game: Game) -> String {
    (0..<3).map { row in
        [2, 0, 1].map { axis in (0..<3).map { cell(row, $0, of: axis, in: game) }.joined() }.joined(separator: "   ")
    }.joined(separator: "\n")
}

/// Returns the open faces that look along an axis at one position of a side, the foremost first.
private func cell(_ row: Int, _ column: Int, of axis: Int, in game: Game) -> String {
    // The rearmost cubelet at that position, and the difference between its number and that of the next one in front.
    let (last, step) =
        switch axis {
        case 0: (3 * column + 2 - row, 9)
        case 1: (9 * (2 - column) + 2 - row, 3)
        default: (9 * row + 3 * column, 1)
        }
    let faces = [2, 1, 0].compactMap { Face(3 * (last + step * $0) + axis) }.filter { game.isOpen($0) }
    let text = faces.isEmpty ? "·" : faces.map { "\(game.puzzle[$0])\($0.cubelet.number)" }.joined(separator: "/")
    return String(repeating: " ", count: max(1, 7 - text.count)) + text
}
