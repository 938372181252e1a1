import Class
import DavenportAPI

extension Mount {
    func board() throws {
        try on(Endpoints.showBoard, ShowBoard.self)
    }
}
