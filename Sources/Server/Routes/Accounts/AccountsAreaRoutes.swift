import DavenportAPI

extension AreaRoutes {
    static let accounts = AreaRoutes(.accounts) { mount in
        try mount.tenant()
        try mount.accounts()
        try mount.passwordLinks()
        try mount.emailAddresses()
        try mount.passkeys()
        try mount.members()
        try mount.avatars()
        try mount.audit()
        try mount.feedback()
    }
}
