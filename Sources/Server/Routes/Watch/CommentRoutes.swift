import DavenportAPI
import Watch

extension Mount {
    func comments() throws {
        try on(Endpoints.listComments, ListComments.self)
        try on(Endpoints.createComment, CreateComment.self)
        try on(Endpoints.editComment, EditComment.self)
        try on(Endpoints.deleteComment, DeleteComment.self)
    }
}
