import DavenportAPI

extension User {
    /// Returns the part of a user that somebody may see (rules 2): administrators see everything, others the names or
    /// only the stub.
    func seen(entirely: Bool, withNames: Bool) -> User {
        if entirely { return self }
        let stub = UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL)
        guard withNames else { return User(stub: stub) }
        return User(stub: stub, role: role, createdAt: createdAt, givenName: givenName, familyName: familyName)
    }
}
