import Class
import DavenportAPI
import Domain

extension Mount {
    func board() throws {
        try on(Endpoints.showBoard, UseCases.showBoard)
    }
}
