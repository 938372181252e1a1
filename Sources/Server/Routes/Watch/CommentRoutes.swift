import DavenportAPI
import Domain
import Watch

extension Mount {
    func comments() throws {
        try on(Endpoints.listComments, UseCases.listComments)
        try on(Endpoints.createComment, UseCases.createComment)
        try on(Endpoints.editComment, UseCases.editComment)
        try on(Endpoints.deleteComment, UseCases.deleteComment)
    }
}
