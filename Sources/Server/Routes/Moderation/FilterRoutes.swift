import DavenportAPI
import Domain

extension Mount {
    func filter() throws {
        try on(Endpoints.showFilter, ShowFilter.self)
        try on(Endpoints.changeFilter, ChangeFilter.self)
    }
}
