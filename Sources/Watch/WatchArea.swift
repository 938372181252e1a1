import Domain

extension Area {
    /// Friends who watch a thing apart, and talk along its timeline.
    public static let watch = Area("watch", notices: .watch)
}
