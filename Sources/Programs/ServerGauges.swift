import Catalogue
import Domain
import Pictures
import Prometheus
import Secrets
import Settings

extension Registry {
    /// Adds the metrics of a server, except those of its requests and its pool. To add another value, add a line
    /// `gauge(name, help) { … }` to this function.
    /// - Parameters:
    ///   - catalogue: the server's catalogue; nil if it has none.
    ///   - subtitles: the server's catalogue of subtitles; nil if it has none.
    ///   - accessLog: the sink to which the access log is written; nil if requests aren't logged.
    public func observe(
        _ hasher: PasswordHasher, _ catalogue: MediaCatalogue?, _ subtitles: SubtitleCatalogue?, _ accessLog: LineSink?
    ) {
        gauge("davenport_hash_running", "Passwords being hashed.") { Double(hasher.load.running) }
        gauge("davenport_hash_waiting", "Passwords waiting to be hashed.") { Double(hasher.load.waiting) }
        gauge("davenport_hash_queue_size", "The most passwords that may wait to be hashed.") { Double(hasher.queueLimit) }
        counter("davenport_hashes_total", "Passwords hashed.") { Double(hasher.hashCount) }
        if let accessLog {
            counter("davenport_access_log_lost_total", "Lines of the log lost, because they weren't read in time.") {
                Double(accessLog.lostCount)
            }
        }
        if let catalogue { observe("tmdb") { catalogue.counts } }
        if let subtitles { observe("opensubtitles") { subtitles.counts } }
    }

    /// Adds the metrics of the decoder of pictures.
    package func observe(_ pictures: PictureProcess) {
        counter("davenport_pictures_decoded_total", "Pictures decoded and stored without metadata.") { Double(pictures.counts.decoded) }
        counter("davenport_picture_processes_lost_total", "Processes that ended or were killed while they decoded a picture.") {
            Double(pictures.counts.lost)
        }
        counter("davenport_picture_seconds_total", "The time that decoding pictures took.") { pictures.counts.seconds }
        readings {
            let refused = pictures.counts.refused
            return PictureRefusal.allCases.map {
                Reading(.counter, .refusedPictures, labels: [("reason", $0.name)], Double(refused[$0] ?? 0))
            }
        }
    }

    /// Adds the metrics of long polls, and of the messages with which servers notify each other of changes.
    public func observe(_ changeNotifier: ChangeNotifier) {
        gauge("davenport_changes_waiting", "Long polls that wait for changes.") { Double(changeNotifier.statistics.longPolls) }
        readings {
            let counts = changeNotifier.statistics
            let resyncs = ResyncCause.allCases.map {
                Reading(.counter, .resyncs, labels: [("cause", $0.rawValue)], Double(counts.resyncs[$0] ?? 0))
            }
            return resyncs + [
                Reading(.counter, .nudgesSent, Double(counts.sent)), Reading(.counter, .nudgesReceived, Double(counts.received)),
            ]
        }
    }

    private func observe(_ provider: String, _ counts: @escaping @Sendable () -> CatalogueCounts) {
        readings {
            let (counts, label) = (counts(), ("provider", provider))
            let lookUps = [("hit", counts.hits), ("stale", counts.stale), ("miss", counts.misses)].map {
                Reading(.counter, .lookUps, labels: [label, ("result", $0.0)], Double($0.1))
            }
            let requests: [(Family, Int)] = [
                (.outbound, counts.outbound), (.outboundThrottled, counts.throttled), (.outboundFailures, counts.failures),
                (.crowded, counts.crowded),
            ]
            return lookUps + requests.map { Reading(.counter, $0.0, labels: [label], Double($0.1)) }
        }
    }
}

extension Family {
    fileprivate static let refusedPictures = Family("davenport_pictures_refused_total", "Pictures refused, by reason.")
    fileprivate static let lookUps = Family(
        "davenport_catalogue_lookups_total", "Look-ups in the catalogue: cached and fresh, cached and stale, or not cached.")
    fileprivate static let resyncs = Family("davenport_changes_resyncs_total", "Feeds of changes that began anew, by cause.")
    fileprivate static let nudgesSent = Family(
        "davenport_nudges_sent_total", "Notifications sent to other servers. Each lists users whose data changed.")
    fileprivate static let nudgesReceived = Family("davenport_nudges_received_total", "Notifications of changes from other servers.")
    fileprivate static let outbound = Family("davenport_catalogue_outbound_total", "Requests to the provider, retries not counted.")
    fileprivate static let outboundThrottled = Family(
        "davenport_catalogue_throttled_total", "Requests that the provider's limits refused, or that a pause held back.")
    fileprivate static let outboundFailures = Family("davenport_catalogue_failures_total", "Requests to the provider that failed.")
    fileprivate static let crowded = Family("davenport_catalogue_crowded_total", "Requests to the provider that the rate limit dropped.")
}
