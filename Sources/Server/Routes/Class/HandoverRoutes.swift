import Class
import DavenportAPI
import Domain

extension Mount {
    func handovers() throws {
        try on(Endpoints.handOver, UseCases.handOver)
    }
}
