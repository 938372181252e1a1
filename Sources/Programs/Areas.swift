import Catalogue
import Class
import Domain
import Play
import Watch

/// The list of areas that every program is built of.
public enum Areas {
    public static let all: [Area] = Area.shared + [.watch, .catalogue, .class, .play]
}
