import DavenportAPI
import Domain
import Foundation
import Programs
import Secrets
import Settings

/// The steps that make the community and its owner's invite, and start the services.
extension Setup {
    func makeCommunity() async throws -> Outcome {
        let (slug, domain) = (community.slug, community.domain)
        let planned = "would make \(slug) at \(domain)"
        guard let configuration = try await reachable(by: .server) else { return .changed(planned) }
        return try await asOwner(options, configuration) { useCases, _, _ in
            let tenants = try await useCases.listTenants()
            if let there = tenants.first(where: { $0.hosts.contains(domain) }) { return .kept("\(there.slug) is at \(domain)") }
            guard !tenants.contains(where: { $0.slug == slug }) else {
                throw Failure("There is a community \(slug) at another host: give this one another --slug.")
            }
            return try await change("made \(slug) at \(domain)", orInDryRun: planned) {
                _ = try await useCases.createTenant(
                    slug: slug, name: community.name, features: [.watch], signup: .invite, hosts: [domain])
            }
        }
    }

    /// Makes the owner's invite, unless the community has an owner. The code is written to a file before the invite is
    /// made, so that a run that is killed in between loses none: the database has only the code's digest.
    func makeInvite() async throws -> Outcome {
        let planned = "would make the owner's invite, for \(community.invite.note ?? "")"
        guard let configuration = try await reachable(by: .server) else { return .changed(planned) }
        return try await asOwner(options, configuration) { useCases, _, _ in
            guard let found = try await useCases.listTenants().first(where: { $0.hosts.contains(community.domain) }) else {
                return .changed(planned)
            }
            let tenant = try await useCases.findTenant(slug: found.slug)
            if let owner = try await useCases.listUsers(tenant).first(where: { $0.role == .owner && !$0.bot }) {
                if !isDryRun { unlink(folder.invite) }
                return .kept("\(owner.email.escapedForTerminal) is an owner")
            }
            if let code = try inviteCode(), try await useCases.isRedeemable(code, in: tenant) {
                return .kept("the owner's is open; its code is in \(folder.invite)")
            }
            return try await change("made the owner's; its code is in \(folder.invite)", orInDryRun: planned) {
                let code = InviteCode()
                try await folder.write(code.text + "\n", to: folder.invite, isShared: false)
                _ = try await useCases.createOperatorInvite(tenant, community.invite, code: code)
            }
        }
    }

    private func inviteCode() throws -> InviteCode? {
        try folder.text(folder.invite).flatMap { InviteCode($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    func startServices() async throws -> Outcome {
        let command = "systemctl \(SystemdUnits.starting.joined(separator: " "))"
        guard folder.path == SettingsFolder.usual else { return .kept("they read \(SettingsFolder.usual), and not \(folder.path)") }
        guard SystemdUnits.isRunning else { return .kept("systemd doesn't run here; where it does: \(command)") }
        guard try await SystemdUnits.areInstalled() else {
            return .kept("the units aren't installed (docs/deploy/machine.md); then: \(command)")
        }
        if try await SystemdUnits.areStarted() { return .kept("\(SystemdUnits.all.joined(separator: " and ")) run") }
        return try await change("started \(SystemdUnits.all.joined(separator: " and "))", orInDryRun: "would run: \(command)") {
            try await SystemdUnits.start()
        }
    }

    /// Says what an operator has to do after the last step.
    func rest() throws -> String {
        let port = try configuration()?.port ?? Configuration.usualPort
        let invitation = try inviteCode().map { "- Let the owner sign up: \(community.link($0.text))\n" } ?? ""
        return """

            What is left:
            - DNS: let \(community.domain) lead to this machine (records A and AAAA).
            - A proxy with TLS. For Caddy these lines are enough in /etc/caddy/Caddyfile; docs/deploy/proxy.md has whole files, also for nginx:
                \(community.domain) {
                    reverse_proxy 127.0.0.1:\(port)
                }
            \(invitation)- Keep a copy of the master key outside of this machine and of the database's backups.
            - Operators' commands read their settings in this folder: cd \(folder.path) && davenport check
            """
    }
}
