import Foundation
import KartotekaStore
import Synchronization

/// The folder of the files of a form while it is received. It lies beside the data: the folder for temporary files may be in memory,
/// or on a small disk.
struct FormFolder: Sendable {
  /// The time after which a folder that was left behind is removed, in seconds.
  private static let patience: TimeInterval = 86_400
  private static let swept = Mutex<Set<URL>>([])

  let url: URL

  /// Creates a folder. An application in memory has a temporary one.
  /// - Throws: `CocoaError`.
  init(_ store: Store) throws {
    let data = store.url?.deletingLastPathComponent() ?? FileManager.default.temporaryDirectory
    let place = data.appending(path: "uploads", directoryHint: .isDirectory)
    if Self.swept.withLock({ $0.insert(place).inserted }) { Self.sweep(place) }
    url = place.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  // What a process that ended has left.
  private static func sweep(_ place: URL) {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey]
    for old in (try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: Array(keys))) ?? []
    {
      let date = try? old.resourceValues(forKeys: keys).contentModificationDate
      if let date, date.timeIntervalSinceNow < -patience { try? FileManager.default.removeItem(at: old) }
    }
  }
}
