import DavenportAPI
import Play

extension Mount {
    func playBoards() throws {
        try on(Endpoints.listPlayBoard, ListPlayBoard.self)
    }
}
