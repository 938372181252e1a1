import DavenportAPI
import Watch

extension Mount {
    func subtitles() throws {
        try on(Endpoints.setSubtitles, SetSubtitles.self)
        try on(Endpoints.fetchSubtitles, FetchSubtitles.self)
        try on(Endpoints.listCues, ListCues.self)
        try on(Endpoints.deleteSubtitles, DeleteSubtitles.self)
    }
}
