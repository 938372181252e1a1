import DavenportAPI
import Domain

extension Mount {
    func blocks() throws {
        try on(Endpoints.listBlocks, UseCases.listBlocks)
        try on(Endpoints.block, UseCases.block)
        try on(Endpoints.unblock, UseCases.unblock)
    }
}
