/// Refuses transactions of a connection whose files have lost their names. SQLite would commit them to a file that nobody
/// finds any more.
struct FileGuard: Sendable {
  /// A file that is open.
  struct File: Sendable {
    let path: String
    /// The file that the path led to when it was opened.
    let identity: FileID

    /// Why nothing can be written to it; nil as usual.
    var loss: StoreError? {
      guard let now = FileID(path) else { return .fileLost(path: path, .removed) }
      if now != identity { return .fileLost(path: path, .replaced) }
      return now.size == 0 ? .fileLost(path: path, .emptied) : nil
    }
  }

  let files: [File]

  /// - Throws: ``StoreError/fileLost(path:_:)``.
  func check() throws {
    for file in files { if let loss = file.loss { throw loss } }
  }
}
