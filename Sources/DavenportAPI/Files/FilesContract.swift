extension AreaContract {
    /// The contract for files that people upload. What they are for is in the contracts of the areas that use them.
    public static let files = AreaContract(
        "files", isShared: true,
        chapters: [Chapter("Files", "Files and pictures that something uses.", Endpoints.files)],
        codes: [.idTaken, .limitReached, .storageFull], meanings: .files)
}

extension FieldMeanings {
    fileprivate static let files: FieldMeanings = [
        "fileID": .init(
            meaning: "A file. For an upload, a UUID that the client chooses.", example: "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"),
        "NewFile.name": .init(meaning: "The file's name, without `/`, `\\` and invisible characters.", example: "saltarello.pdf"),
        "File.name": .init(meaning: "The file's name, as it was uploaded.", example: "saltarello.pdf"),
        "NewFile.kind": .init(meaning: "What it is for: `picture` for a picture to show."),
        "File.size": .init(meaning: "The size in bytes; of a picture, without metadata.", example: 48_213),
        "File.type": .init(meaning: "The media type, determined from the bytes.", example: "application/pdf"),
        "File.sha256": .init(
            meaning: "The SHA-256 of the bytes, in lower-case hexadecimal.",
            example: "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7"),
        "File.width": .init(meaning: "The width of a picture in pixels, as it is shown; absent for another file.", example: 1280),
        "File.height": .init(meaning: "The height of a picture in pixels, as it is shown; absent for another file.", example: 720),
    ]
}
