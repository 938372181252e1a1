import DavenportAPI

extension AreaRoutes {
    static let `class` = AreaRoutes(.class) { mount in
        try mount.students()
        try mount.handovers()
        try mount.tasks()
        try mount.board()
        try mount.assignments()
        try mount.ownTasks()
        try mount.entries()
        try mount.files()
    }
}
