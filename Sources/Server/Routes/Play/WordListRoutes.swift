import DavenportAPI
import Domain
import Play

extension Mount {
    func wordLists() throws {
        try on(Endpoints.showWordList, UseCases.showWordList)
    }
}
