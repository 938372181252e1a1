import Catalogue
import Class
import Domain
import Play
import Watch

/// The list of the areas that all programs consist of.
public enum Areas {
    /// Files come after the areas whose things they belong to.
    public static let all: [Area] = Area.shared + [.watch, .catalogue, .class, .files, .play]
}
