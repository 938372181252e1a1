import DavenportAPI
import Domain
import Play

extension Mount {
    func playBoards() throws {
        try on(Endpoints.listPlayBoard, UseCases.listPlayBoard)
    }
}
