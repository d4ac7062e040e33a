import Foundation
import KartotekaHTTP
import KartotekaScreens

/// The folder with the files that are to be imported into an application: one for each import below
/// `imports/northwind` of the data folder, with the files `1`, `2`, … and `import.json`.
struct ImportFolder: Sendable {
  /// How long files wait for somebody.
  private static let patience: TimeInterval = 7 * 86_400
  private static let description = "import.json"
  /// How long an upload may take; a folder without a description that is older was cut off.
  private static let longestUpload: TimeInterval = 86_400

  private let place: URL
  private let quota: Int

  /// The folder of an application; one that has no file of its own has it among the temporary ones.
  /// - Parameter quota: how many bytes of the application's files may wait, and never more than a tenth of what is free on
  ///   the disk.
  init(_ app: RunningApp, quota: Int = 5_000_000_000) {
    self.quota = quota
    let data = app.store.url?.deletingLastPathComponent() ?? URL(filePath: NSTemporaryDirectory())
    place = data.appending(path: "imports").appending(path: app.name)
  }

  // MARK: Beginning

  /// Makes room for the files of one import, and takes away what nobody came back for.
  /// - Returns: what it is known by.
  func begin() throws -> String {
    sweep()
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let id = String((0..<16).compactMap { _ in letters.randomElement() })
    try FileManager.default.createDirectory(at: url(id), withIntermediateDirectories: true)
    return id
  }

  /// Removes files that nobody came back for, and folders whose upload was cut off by the end of the program.
  func sweep() {
    for old in all() where old.date.timeIntervalSinceNow < -Self.patience { remove(old.id) }
    for name in names where load(name) == nil {
      guard let date = Self.attributes(url(name))[.modificationDate] as? Date,
        date.timeIntervalSinceNow < -Self.longestUpload
      else { continue }
      remove(name)
    }
  }

  /// How many bytes more may be brought along.
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

  /// The folder with an import's files.
  func url(_ id: String) -> URL { place.appending(path: id) }

  /// One of its files, the first being 1.
  func file(_ number: Int, of id: String) -> URL { url(id).appending(path: String(number)) }

  // MARK: What is known of it

  /// The import that is known by that; nil when there is none, or none any more.
  func load(_ id: String) -> PendingImport? {
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }),
      let json = try? Data(contentsOf: url(id).appending(path: Self.description))
    else { return nil }
    return try? JSONDecoder().decode(PendingImport.self, from: json)
  }

  /// Keeps what is known of it; whole or not at all.
  func save(_ pending: PendingImport) throws {
    try JSONEncoder().encode(pending).write(to: url(pending.id).appending(path: Self.description), options: .atomic)
  }

  /// All that are there, newest first.
  func all() -> [PendingImport] {
    names.compactMap(load).sorted { $0.date > $1.date }
  }

  /// Takes everything of it away.
  func remove(_ id: String) { try? FileManager.default.removeItem(at: url(id)) }

  /// Takes its files away and keeps what is known of it: where it led to.
  func removeFiles(of pending: PendingImport) {
    for number in 1...max(1, pending.files.count) {
      try? FileManager.default.removeItem(at: file(number, of: pending.id))
    }
  }
}
