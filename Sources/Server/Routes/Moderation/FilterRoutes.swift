import DavenportAPI
import Domain

extension Mount {
    func filter() throws {
        try on(Endpoints.showFilter, UseCases.showFilter)
        try on(Endpoints.changeFilter, UseCases.changeFilter)
    }
}
