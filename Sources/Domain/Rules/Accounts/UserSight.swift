import DavenportAPI

extension User {
    /// As much of a person as somebody may see (rules 2): those who run the community all of it, others names or the stub.
    func seen(entirely: Bool, withNames: Bool) -> User {
        if entirely { return self }
        let stub = UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL)
        guard withNames else { return User(stub: stub) }
        return User(stub: stub, role: role, createdAt: createdAt, givenName: givenName, familyName: familyName)
    }
}
