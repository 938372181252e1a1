import Foundation

extension ClusterPaths {
    /// The major version of PostgreSQL with which the cluster was created; nil if there is no cluster yet.
    var clusterVersion: Int? {
        guard let text = try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Creates the cluster, with its superuser `davenport_owner` and the database `davenport`. If it fails, no part of
    /// the cluster is left in place.
    ///
    /// - Parameter lock: the start lock. The programs that create the cluster inherit it. So if this program is killed,
    ///   the next one that wants to start the cluster waits until those programs have ended.
    func makeCluster(_ binaries: Binaries, durable: Bool, lock: Descriptor) async throws {
        try await remove(unfinishedData, lock: lock)
        try makePrivateFolder(unfinishedData, permissions: 0o700, owner: account)
        let log = try Descriptor(opening: log, O_WRONLY | O_CREAT | O_APPEND)
        let make = ["/bin/sh", "-ec", Self.makeCluster, "make", binaries.folder, unfinishedData] + (durable ? [] : ["--no-sync"])
        guard try await Command(arguments: make, account: account, output: log, inherits: [lock]).run() == 0 else {
            throw failure("The database could not be made")
        }
        guard rename(unfinishedData, data) == 0 else { throw LocalPostgresError.system(data) }
        fsync(try Descriptor(opening: root, O_RDONLY | O_DIRECTORY).number)
    }

    private static let makeCluster = """
        programs=$1 data=$2
        shift 2
        "$programs/initdb" -D "$data" -U davenport_owner --auth=trust -E UTF8 --locale=C.UTF-8 --no-instructions "$@"
        echo 'CREATE DATABASE davenport' | "$programs/postgres" --single -D "$data" -c exit_on_error=on postgres
        """

    /// Removes a folder as the server's user, who owns it. If root removed it, symbolic links in it could lead root to
    /// other folders.
    func remove(_ folder: String, lock: Descriptor) async throws {
        guard FileStatus(folder) != nil else { return }
        // Removes only the content: the folder itself is in one that belongs to root.
        _ = try await Command(arguments: ["rm", "-rf", "--", folder], account: account, inherits: [lock]).run()
        guard FileStatus(folder) == nil || rmdir(folder) == 0 else { throw LocalPostgresError.system(folder) }
    }
}
