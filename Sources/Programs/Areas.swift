import Catalogue
import Class
import Domain
import Play
import Watch

/// The areas that the programs are made of: the one list of them above the database's.
public enum Areas {
    public static let all: [Area] = Area.shared + [.watch, .catalogue, .class, .play]
}
