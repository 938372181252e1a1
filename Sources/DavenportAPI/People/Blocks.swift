extension Endpoints {
    static let blocks: [any EndpointDeclaration] = [listBlocks, block, unblock]

    public static let listBlocks = Endpoint<NoInput, Items<UserStub>>(
        "listBlocks", .get, "/blocks", .user, summary: "List the people you block.")
    public static let block = Endpoint<UserReference, NoContent>(
        "block", .put, "/blocks/{userID}", .user, success: 204, errors: [.invalid],
        summary: "Block a person. This ends a friendship and deletes friend requests.")
    public static let unblock = Endpoint<UserReference, NoContent>(
        "unblock", .delete, "/blocks/{userID}", .user, success: 204,
        summary: "Unblock a person. This restores neither a friendship nor a request.")
}
