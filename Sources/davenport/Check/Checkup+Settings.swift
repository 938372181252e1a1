import Domain
import Programs
import Prometheus
import Push
import Settings

/// Checks settings that are valid individually but may not fit together.
extension Checkup {
    /// Checks the names of the variables, and that none is empty that must not be.
    func names() async -> Finding {
        await Finding("settings") {
            if variables.all["MIGRATION_DATABASE_URL"] == "", configuration.databaseURL != nil, configuration.databaseRoles == .separate {
                throw Failure("MIGRATION_DATABASE_URL is set, but empty: give it the owner's URL, or leave it out.")
            }
            for name in variables.all.keys.sorted() {
                if let nearest = SettingNames.nearest(to: name, isInFile: variables.file[name] != nil) {
                    throw Failure("\(name) is no setting, so nothing reads it: did you mean \(nearest)?")
                }
            }
            return "no name is misspelt"
        }
    }

    /// Checks the settings that let strangers in: open sign-up, and webhooks into the operator's own network.
    func doors() async -> [Finding] {
        var found: [Finding] = []
        if configuration.tenantSignup == .open {
            found.append(
                await Finding("sign-up") {
                    guard variables.all["TRUSTED_PROXIES"]?.isEmpty == false else {
                        throw Failure(
                            "TENANT_SIGNUP is open, and TRUSTED_PROXIES isn't set. Behind a proxy all people then share its address, and "
                                + "the limit of one community an hour: set it to the number of your proxies, or to 0 if there is none.")
                    }
                    return "anybody may make communities; \(configuration.trustedProxies) proxies are trusted"
                })
        }
        if !configuration.webhookAllowedNets.isEmpty { found.append(await webhooks()) }
        return found
    }

    private func webhooks() async -> Finding {
        await Finding("webhooks") {
            for text in configuration.webhookAllowedNets {
                guard let network = AddressBlock(text) else {
                    throw Failure("WEBHOOK_ALLOWED_NETS: \(text) is no network, as 10.0.0.0/8 is.")
                }
                guard !network.isWide else {
                    throw Failure(
                        "WEBHOOK_ALLOWED_NETS has \(text), so the admins of communities reach this machine and every other one of yours: "
                            + "name only the networks of receivers.")
                }
            }
            return "may point to \(configuration.webhookAllowedNets.joined(separator: ", ")) besides public addresses"
        }
    }

    /// Checks the ports of metrics of the programs that are configured here.
    func metricsPorts() async -> [Finding] {
        guard !options.isPrivate(configuration) else { return [] }
        var found: [Finding] = []
        if let port = configuration.metricsPort, Login.server.isConfigured(configuration, options) {
            found.append(await metrics("server's metrics", port, "METRICS_PORT"))
        }
        if let port = configuration.pushMetricsPort, Login.worker.isConfigured(configuration, options) {
            found.append(await metrics("worker's metrics", port, "PUSH_METRICS_PORT"))
        }
        return found
    }

    private func metrics(_ name: String, _ port: MetricsPort, _ key: String) async -> Finding {
        await Finding(name) {
            let place = "\(configuration.metricsHost):\(port.number)"
            do {
                switch try await MetricsEndpoint.occupant(host: configuration.metricsHost, port: port.number) {
                case .free: return "\(place) is free"
                case .davenport: return "\(place) is served by a program of Davenport"
                case .taken: throw Failure("Another program listens at \(place): set \(key) to a port that is free, or to 0 for none.")
                }
            } catch let error as AddressUnusable {
                throw Failure("Nothing can listen at \(place), since \(error.reason): set \(error.isOfHost ? "METRICS_HOST" : key).")
            }
        }
    }

    /// Checks that PostgreSQL takes as many connections as the programs open.
    func connections(_ checked: CheckedLogin) async -> Finding {
        await Finding("connections") {
            let limit = checked.facts.connectionLimit
            // A pooler in between opens the connections to PostgreSQL.
            let isDirect = checked.login == .server && configuration.databasePooler == .none
            // A server has one more connection, on which it listens for changes.
            let wanted = configuration.databasePool + 1
            guard !isDirect || wanted <= limit else {
                throw Failure(
                    "A server opens up to \(wanted), and PostgreSQL takes \(limit) from \(checked.facts.role): "
                        + "lower DATABASE_POOL, or raise max_connections.")
            }
            return isDirect ? "a server opens up to \(wanted) of \(limit)" : "PostgreSQL takes \(limit)"
        }
    }
}
