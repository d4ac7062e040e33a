import Foundation
import KartotekaHTTP
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// The state that is stored beside uploaded files: an import, or the proposal of an application.
protocol Upload: Codable, Sendable {
  /// The name of the file with the description.
  static var description: String { get }
  /// The id in addresses.
  var id: String { get }
  /// The time of the upload.
  var date: Date { get }
  /// The number of files.
  var count: Int { get }
}

/// The folder with an application's files to import: `imports/northwind` of the data folder.
typealias ImportFolder = UploadFolder<PendingImport>
/// The folder with files for which applications are proposed: `proposals` of the data folder.
typealias ProposalFolder = UploadFolder<AppProposal>

/// A folder of uploaded files. Each upload has a folder in it, with the files `1`, `2`, … and its description.
///
/// The servers of applications in a primary database share uploads (`SharedWork`): the database has the descriptions and the files, and
/// the folder has copies of the files, which never change.
struct UploadFolder<Content: Upload>: Sendable {
  /// The time after which unused files are removed, in seconds.
  private static var patience: Int { 7 * 86_400 }
  /// The maximum duration of an upload, in seconds. An older folder without a description was interrupted.
  private static var longestUpload: TimeInterval { 86_400 }
  private static var idLength: Int { 16 }
  private static var idLetters: [Character] { Array("abcdefghijkmnpqrstuvwxyz23456789") }
  /// The name of an empty file, which says that a folder has all files of a shared upload.
  private static var mark: String { "complete" }

  private let place: URL
  private let quota: Int
  /// The storage of uploads that all servers share; nil if they are in the folder alone.
  let shared: (any SharedWork)?
  /// The application; nil for proposals.
  private let app: RunningApp?

  /// - Parameter quota: the maximum total size of the files, in bytes. The limit is at most a tenth of the free disk space.
  init(
    at place: URL, quota: Int = 5_000_000_000, shared: (any SharedWork)? = nil, app: RunningApp? = nil
  ) {
    (self.place, self.quota, self.shared, self.app) = (place, quota, shared, app)
  }

  // MARK: Creation

  /// Creates the folder of an upload, and removes expired ones.
  /// - Returns: the id of the upload.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func begin() async throws -> String {
    try await sweep()
    let id = String((0..<Self.idLength).compactMap { _ in Self.idLetters.randomElement() })
    try FileManager.default.createDirectory(at: url(id), withIntermediateDirectories: true)
    return id
  }

  /// Removes expired files, and folders of interrupted uploads.
  /// - Throws: `StoreError.primary`.
  func sweep() async throws {
    sweepFolder()
    guard let shared else { return }
    // Before the query: what is added meanwhile is not among its ids.
    let complete = names.filter(isComplete)
    let ids = try await shared.run { try $0.sweep(olderThan: Self.patience) }
    for name in complete where !ids.contains(name) { removeFolder(name) }
  }

  /// Removes what is expired without the database.
  func sweepFolder() {
    if shared == nil {
      for old in kept() where old.date.timeIntervalSinceNow < -Double(Self.patience) { removeFolder(old.id) }
    }
    for name in names where read(name) == nil && !isComplete(name) {
      guard let date = Self.attributes(url(name))[.modificationDate] as? Date,
        date.timeIntervalSinceNow < -Self.longestUpload
      else { continue }
      removeFolder(name)
    }
  }

  /// The number of further bytes within the quota.
  /// - Throws: `StoreError.primary`.
  var room: Int {
    get async throws {
      let free = (try? FileManager.default.attributesOfFileSystem(forPath: place.path(percentEncoded: false)))?[
        .systemFreeSize]
      let limit = min(quota, (free as? Int).map { $0 / 10 } ?? quota)
      let room = max(0, limit - used)
      guard let shared else { return room }
      return min(room, max(0, quota - (try await shared.run { try $0.size() })))
    }
  }

  private var used: Int {
    let files = names.flatMap { name in
      let inside = (try? FileManager.default.contentsOfDirectory(atPath: url(name).path(percentEncoded: false))) ?? []
      return inside.map { url(name).appending(path: $0) }
    }
    return files.reduce(0) { $0 + (Self.attributes($1)[.size] as? Int ?? 0) }
  }

  private static func attributes(_ url: URL) -> [FileAttributeKey: Any] {
    (try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))) ?? [:]
  }

  // Anything else in the folder is a person's.
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false))) ?? []).filter(Self.isID)
  }

  private static func isID(_ name: String) -> Bool {
    name.count == idLength && name.allSatisfy(idLetters.contains)
  }

  /// The folder of an upload.
  func url(_ id: String) -> URL { place.appending(path: id) }

  /// A file of an upload, counted from 1. A shared upload has it after ``bring(_:)``.
  func file(_ number: Int, of id: String) -> URL { url(id).appending(path: String(number)) }

  private func files(of content: Content) -> [URL] {
    content.count == 0 ? [] : (1...content.count).map { file($0, of: content.id) }
  }

  private func isComplete(_ id: String) -> Bool {
    FileManager.default.fileExists(atPath: url(id).appending(path: Self.mark).path(percentEncoded: false))
  }

  private func noteComplete(_ id: String) throws { try Data().write(to: url(id).appending(path: Self.mark)) }

  /// Makes sure that the folder has the files of an upload.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func bring(_ content: Content) async throws {
    guard let shared, !isComplete(content.id) else { return }
    let hasFiles = try await shared.run { [folder = url(content.id)] in try $0.bring(content.id, to: folder) }
    if hasFiles { try noteComplete(content.id) }
  }

  // MARK: Descriptions

  /// The upload with the given id, and the progress of the work on it at another server; nil if it doesn't exist or has expired.
  /// - Throws: `StoreError.primary`.
  func load(_ id: String) async throws -> (content: Content, work: ImportQueue.Status?)? {
    guard Self.isID(id) else { return nil }
    guard let shared else { return read(id).map { ($0, nil) } }
    guard let entry = try await shared.entry(id) else {
      if isComplete(id) { removeFolder(id) }
      return nil
    }
    // The description may refer to commits that are newer than the local copy.
    if let commit = entry.content.commit { await app?.catchUp(to: commit) }
    return Self.content(entry).map { ($0, Self.work(entry)) }
  }

  private func read(_ id: String) -> Content? {
    guard let json = try? Data(contentsOf: url(id).appending(path: Content.description)) else { return nil }
    return try? JSONDecoder().decode(Content.self, from: json)
  }

  private func write(_ content: Content) throws {
    try JSONEncoder().encode(content).write(to: url(content.id).appending(path: Content.description), options: .atomic)
  }

  private static func content(_ entry: SharedEntry) -> Content? {
    entry.content.description.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
  }

  private func stored(_ content: Content) throws -> SharedContent {
    SharedContent(description: try JSONEncoder().encode(content), commit: app?.primaryNumber)
  }

  /// Stores a new upload, whose files are in its folder.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func add(_ content: Content) async throws {
    guard let shared else { return try write(content) }
    let (stored, files) = (try stored(content), files(of: content))
    try await shared.run { try $0.add(content.id, stored, files: files) }
    try noteComplete(content.id)
  }

  /// Stores the description of an upload atomically. That of a shared upload is not changed while a server works on it, or after
  /// another server has removed it.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func save(_ content: Content) async throws {
    guard let shared else { return try write(content) }
    let stored = try stored(content)
    try await shared.run { try $0.change(content.id, stored) }
  }

  /// All uploads, newest first, with the progress of the work on them at other servers.
  /// - Throws: `StoreError.primary`.
  func all() async throws -> [(content: Content, work: ImportQueue.Status?)] {
    guard let shared else { return kept().map { ($0, nil) } }
    let entries = try await shared.run { try $0.entries(nil, isBrief: false) }
    let uploads = entries.compactMap { entry -> (content: Content, work: ImportQueue.Status?)? in
      Self.content(entry).map { ($0, Self.work(entry)) }
    }
    return uploads.sorted { $0.content.date > $1.content.date }
  }

  private func kept() -> [Content] { names.compactMap(read).sorted { $0.date > $1.date } }

  // MARK: Work

  /// The beginning of the work on an upload, for all servers; nil if no other server has the upload.
  /// - Parameter lane: of the uploads with the same lane, one is worked on at a time.
  func beginning(of content: Content, lane: String? = nil, isNew: Bool = false) throws -> SharedBeginning? {
    guard let shared else { return nil }
    return SharedBeginning(of: shared, try stored(content), lane: lane, isNew: isNew)
  }

  /// Stores the description of an upload after the work on it.
  /// - Parameter hasFiles: whether the work has made the files of the upload.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func end(_ content: Content, hasFiles: Bool = false) async throws {
    guard let shared else { return try write(content) }
    let (stored, files) = (try stored(content), hasFiles ? files(of: content) : nil)
    try await shared.run { try $0.end(content.id, stored, files: files) }
    if hasFiles { try noteComplete(content.id) }
  }

  private static func work(_ entry: SharedEntry) -> ImportQueue.Status? {
    guard entry.isRunning else { return nil }
    let progress = entry.content.progress.flatMap { try? JSONDecoder().decode(ImportQueue.Status.self, from: $0) }
    var status = progress ?? .beginning
    if entry.isStopped { status.isCancelled = true }
    return status
  }

  /// Has another server stop the work on an upload.
  /// - Throws: `StoreError.primary`.
  func stop(_ id: String) async throws { try await shared?.run { try $0.stop(id) } }

  // MARK: Removal

  /// Removes an upload. The folder goes even if the database can't be reached: what is still needed is fetched again.
  /// - Throws: `StoreError.primary`.
  func remove(_ id: String) async throws {
    defer { removeFolder(id) }
    try await shared?.run { try $0.remove(id) }
  }

  private func removeFolder(_ id: String) { try? FileManager.default.removeItem(at: url(id)) }

  /// Removes the files of an upload and keeps its description, which refers to the result.
  func removeFiles(of content: Content) async {
    guard let shared else {
      for file in files(of: content) { try? FileManager.default.removeItem(at: file) }
      return
    }
    // Files that stay are removed when the upload expires.
    try? await shared.run { try $0.removeFiles(of: content.id) }
    removeFolder(content.id)
  }
}

extension UploadFolder<PendingImport> {
  /// The folder of an application; an application in memory has a temporary one.
  init(_ app: RunningApp, quota: Int = 5_000_000_000) {
    let file = app.file ?? URL(filePath: NSTemporaryDirectory()).appending(path: "memory")
    self.init(
      at: WorkFolder.imports.url(of: app.name, beside: file), quota: quota,
      shared: app.sharedWork("imports"), app: app)
  }
}

/// Reading of uploaded files.
enum FileReading {
  /// Runs blocking reads on a thread of a queue, so that no cooperative thread waits for them.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    let cancellation = ReadingCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
          let result = Swift.Result { try ReadingCancellation.$current.withValue(cancellation, operation: body) }
          continuation.resume(with: result)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
