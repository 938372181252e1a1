import DavenportAPI
import Domain

extension AreaRoutes {
    static let accounts = AreaRoutes(.accounts) { mount in
        try mount.on(Endpoints.showTenant, UseCases.showTenant)
        try mount.on(Endpoints.changeTenant, UseCases.changeTenant)
        try mount.on(Endpoints.setTenantPicture, UseCases.setTenantPicture)
        try mount.on(Endpoints.deleteTenantPicture, UseCases.deleteTenantPicture)
        try mount.on(Endpoints.showTenantPicture, UseCases.showTenantPicture)
        try mount.on(Endpoints.showTenantCounts, UseCases.showTenantCounts)
        try mount.on(Endpoints.createTenant, UseCases.createOwnTenant)

        try mount.on(Endpoints.signUp, UseCases.signUp)
        try mount.on(Endpoints.logIn, UseCases.logIn)
        try mount.on(Endpoints.listSessions, UseCases.listSessions)
        try mount.on(Endpoints.endCurrentSession, UseCases.endCurrentSession)
        try mount.on(Endpoints.endSession, UseCases.endSession)
        try mount.on(Endpoints.endOtherSessions, UseCases.endOtherSessions)
        try mount.on(Endpoints.showMe, UseCases.showMe)
        try mount.on(Endpoints.changeMe, UseCases.changeMe)
        try mount.on(Endpoints.changePassword, UseCases.changePassword)
        try mount.on(Endpoints.deleteAccount, UseCases.deleteAccount)
        try mount.on(Endpoints.exportMe, UseCases.exportMe)

        try mount.on(Endpoints.makePasswordLink, UseCases.makePasswordLink)
        try mount.on(Endpoints.endPasswordLink, UseCases.endPasswordLink)
        try mount.on(Endpoints.requestPasswordLink, UseCases.requestPasswordLink)
        try mount.on(Endpoints.lookUpPasswordLink, UseCases.lookUpPasswordLink)
        try mount.on(Endpoints.usePasswordLink, UseCases.usePasswordLink)

        try mount.on(Endpoints.requestEmailVerification, UseCases.requestEmailVerification)
        try mount.on(Endpoints.verifyEmail, UseCases.verifyEmail)
        try mount.on(Endpoints.stopMails, UseCases.stopMails)

        try mount.on(Endpoints.listPasskeys, UseCases.listPasskeys)
        try mount.on(Endpoints.makePasskeyOptions, UseCases.makePasskeyOptions)
        try mount.on(Endpoints.addPasskey, UseCases.addPasskey)
        try mount.on(Endpoints.removePasskey, UseCases.removePasskey)
        try mount.on(Endpoints.makePasskeyLogInOptions, UseCases.makePasskeyLogInOptions)
        try mount.on(Endpoints.logInWithPasskey, UseCases.logInWithPasskey)
        try mount.on(Endpoints.makeConfirmationOptions, UseCases.makeConfirmationOptions)
        try mount.on(Endpoints.confirm, UseCases.confirm)
        try mount.on(Endpoints.makePasskeySignUpOptions, UseCases.makePasskeySignUpOptions)

        try mount.on(Endpoints.showUser, UseCases.showUser)
        try mount.on(Endpoints.findUsers, UseCases.findUsers)
        try mount.on(Endpoints.listPeople, UseCases.listPeople)
        try mount.on(Endpoints.listMembers, UseCases.listMembers)
        try mount.on(Endpoints.changeMember, UseCases.changeMember)

        try mount.on(Endpoints.setAvatar, UseCases.setAvatar)
        try mount.on(Endpoints.deleteAvatar, UseCases.deleteAvatar)
        try mount.on(Endpoints.showAvatar, UseCases.showAvatar)

        try mount.on(Endpoints.listAudit, UseCases.listAudit)

        try mount.on(Endpoints.createFeedback, UseCases.createFeedback)
        try mount.on(Endpoints.listFeedback, UseCases.listFeedback)
        try mount.on(Endpoints.changeFeedback, UseCases.changeFeedback)
    }
}
