import DavenportAPI

extension User {
    /// Returns the fields of this user that a viewer may see (rules 2).
    /// - Parameter entirely: whether the viewer sees all fields, as admins and owners do.
    /// - Parameter withNames: whether the viewer sees the given and family names. Other viewers see only the fields of
    ///   a stub.
    func seen(entirely: Bool, withNames: Bool) -> User {
        if entirely { return self }
        let stub = UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL, bot: bot)
        guard withNames else { return User(stub: stub) }
        return User(stub: stub, role: role, createdAt: createdAt, givenName: givenName, familyName: familyName)
    }
}
