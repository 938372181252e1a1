import DavenportAPI
import Play

extension Mount {
    func wordLists() throws {
        try on(Endpoints.showWordList, ShowWordList.self)
    }
}
