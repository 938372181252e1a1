import DavenportAPI
import Domain

extension Mount {
    func members() throws {
        try on(Endpoints.showUser, UseCases.showUser)
        try on(Endpoints.findUsers, UseCases.findUsers)
        try on(Endpoints.listPeople, UseCases.listPeople)
        try on(Endpoints.listMembers, UseCases.listMembers)
        try on(Endpoints.changeMember, UseCases.changeMember)
    }

    func passwordLinks() throws {
        try on(Endpoints.makePasswordLink, UseCases.makePasswordLink)
        try on(Endpoints.endPasswordLink, UseCases.endPasswordLink)
        try on(Endpoints.requestPasswordLink, UseCases.requestPasswordLink)
        try on(Endpoints.lookUpPasswordLink, UseCases.lookUpPasswordLink)
        try on(Endpoints.usePasswordLink, UseCases.usePasswordLink)
    }

    func emailAddresses() throws {
        try on(Endpoints.requestEmailVerification, UseCases.requestEmailVerification)
        try on(Endpoints.verifyEmail, UseCases.verifyEmail)
        try on(Endpoints.stopMails, UseCases.stopMails)
    }
}
