import Foundation
import KartotekaHTTP
import KartotekaScreens

/// What is kept of uploaded files beside them: an import, or the proposal of an application.
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
struct UploadFolder<Content: Upload>: Sendable {
  /// The time after which unused files are removed, in seconds.
  private static var patience: TimeInterval { 7 * 86_400 }
  /// The maximum duration of an upload, in seconds. An older folder without a description was interrupted.
  private static var longestUpload: TimeInterval { 86_400 }

  private let place: URL
  private let quota: Int

  /// - Parameter quota: the maximum total size of the files, in bytes. The limit is at most a tenth of the free disk space.
  init(at place: URL, quota: Int = 5_000_000_000) { (self.place, self.quota) = (place, quota) }

  // MARK: Creation

  /// Creates the folder of an upload, and removes expired ones.
  /// - Returns: the id of the upload.
  func begin() throws -> String {
    sweep()
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let id = String((0..<16).compactMap { _ in letters.randomElement() })
    try FileManager.default.createDirectory(at: url(id), withIntermediateDirectories: true)
    return id
  }

  /// Removes expired files, and folders of interrupted uploads.
  func sweep() {
    for old in all() where old.date.timeIntervalSinceNow < -Self.patience { remove(old.id) }
    for name in names where load(name) == nil {
      guard let date = Self.attributes(url(name))[.modificationDate] as? Date,
        date.timeIntervalSinceNow < -Self.longestUpload
      else { continue }
      remove(name)
    }
  }

  /// The number of further bytes within the quota.
  var room: Int {
    let free = (try? FileManager.default.attributesOfFileSystem(forPath: place.path(percentEncoded: false)))?[
      .systemFreeSize]
    let quota = min(quota, (free as? Int).map { $0 / 10 } ?? quota)
    return max(0, quota - used)
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

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false))) ?? []
  }

  /// The folder of an upload.
  func url(_ id: String) -> URL { place.appending(path: id) }

  /// A file of an upload, counted from 1.
  func file(_ number: Int, of id: String) -> URL { url(id).appending(path: String(number)) }

  // MARK: Descriptions

  /// The upload with the given id; nil if it doesn't exist or has expired.
  func load(_ id: String) -> Content? {
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }),
      let json = try? Data(contentsOf: url(id).appending(path: Content.description))
    else { return nil }
    return try? JSONDecoder().decode(Content.self, from: json)
  }

  /// Stores the description of an upload atomically.
  func save(_ pending: Content) throws {
    try JSONEncoder().encode(pending).write(to: url(pending.id).appending(path: Content.description), options: .atomic)
  }

  /// All uploads, newest first.
  func all() -> [Content] {
    names.compactMap(load).sorted { $0.date > $1.date }
  }

  /// Removes an upload.
  func remove(_ id: String) { try? FileManager.default.removeItem(at: url(id)) }

  /// Removes the files of an upload and keeps its description, which refers to the result.
  func removeFiles(of pending: Content) {
    for number in 1...max(1, pending.count) {
      try? FileManager.default.removeItem(at: file(number, of: pending.id))
    }
  }
}

extension UploadFolder<PendingImport> {
  /// The folder of an application; an application in memory has a temporary one.
  init(_ app: RunningApp, quota: Int = 5_000_000_000) {
    let data = app.store.url?.deletingLastPathComponent() ?? URL(filePath: NSTemporaryDirectory())
    self.init(at: data.appending(path: "imports").appending(path: app.name), quota: quota)
  }
}

/// Reading of uploaded files.
enum FileReading {
  /// Runs blocking reads on a thread of a queue, so that no cooperative thread waits for them.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
