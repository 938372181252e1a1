extension Endpoints {
    static let blocks: [any EndpointDeclaration] = [listBlocks, block, unblock]

    public static let listBlocks = Endpoint<NoInput, Items<UserStub>>(
        "listBlocks", .get, "/blocks", .user, summary: "Whom I block.")
    public static let block = Endpoint<UserReference, NoContent>(
        "block", .put, "/blocks/{userID}", .user, success: 204, errors: [.invalid],
        summary: "Have nothing to do with somebody; ends friendship and requests.")
    public static let unblock = Endpoint<UserReference, NoContent>(
        "unblock", .delete, "/blocks/{userID}", .user, success: 204, summary: "Stop blocking somebody, which restores nothing.")
}
