import DavenportAPI
import Domain
import Watch

extension Mount {
    func subtitles() throws {
        try on(Endpoints.setSubtitles, UseCases.setSubtitles)
        try on(Endpoints.fetchSubtitles, UseCases.fetchSubtitles)
        try on(Endpoints.listCues, UseCases.listCues)
        try on(Endpoints.deleteSubtitles, UseCases.deleteSubtitles)
    }
}
