import Class
import DavenportAPI

extension Mount {
    func handovers() throws {
        try on(Endpoints.handOver, HandOver.self)
    }
}
