import DavenportAPI
import Domain

extension Mount {
    func blocks() throws {
        try on(Endpoints.listBlocks, ListBlocks.self)
        try on(Endpoints.block, Block.self)
        try on(Endpoints.unblock, Unblock.self)
    }
}
