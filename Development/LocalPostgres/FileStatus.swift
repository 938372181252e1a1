import Foundation

/// The type, owner and permissions of a file. If the file is a symbolic link, they are those of the link itself.
struct FileStatus {
    let owner: uid_t
    let group: gid_t
    let permissions: mode_t
    let isFolder: Bool

    /// Reads the status of the file at a path; nil if the file doesn't exist or the user may not see it.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}

/// Creates a folder with exactly the given permissions and owner. If the folder exists, it checks that the folder is
/// safe.
///
/// It throws if an existing folder belongs to another user or lets others write, because somebody may have planted it.
func makePrivateFolder(_ path: String, permissions: mode_t, owner: ServerAccount? = nil) throws(LocalPostgresError) {
    let isNew = mkdir(path, 0o700) == 0
    guard isNew || errno == EEXIST else { throw .system(path) }
    let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
    if isNew {
        if let owner, fchown(folder.number, owner.user, owner.group) != 0 { throw .system(path) }
        if fchmod(folder.number, permissions) != 0 { throw .system(path) }
    }
    guard let status = FileStatus(path), status.isFolder, status.owner == owner?.user ?? geteuid(), status.permissions & 0o022 == 0 else {
        throw .foreign(path)
    }
}
