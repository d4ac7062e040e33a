import Foundation
import KartotekaStore

/// The people of the keys that requests have shown, as of a version of the store: a request with a session costs no read.
struct KnownCredentials {
  /// A session or token that was looked up.
  struct Entry {
    /// The person; nil for a key that nobody has.
    let signed: Signed?
    /// When a session that is not used ends.
    let idleEnd: Date?
    /// The last use that is known to be stored, or is being stored.
    var lastUse: Date?
  }

  /// More keys than that are of strangers.
  private static let most = 10_000

  private var version: DataVersion?
  private var entries: [[UInt8]: Entry] = [:]

  /// The entry of a digest at a version; nil if it has to be looked up.
  mutating func entry(_ digest: [UInt8], at version: DataVersion) -> Entry? {
    if self.version != version {
      (self.version, entries) = (version, [:])
      return nil
    }
    return entries[digest]
  }

  /// Keeps what was found at a version or later.
  mutating func keep(_ entry: Entry, _ digest: [UInt8], at version: DataVersion) {
    guard self.version == version else { return }
    if entries.count >= Self.most { entries = [:] }
    entries[digest] = entry
  }

  /// Notes that a use is being stored.
  mutating func noteUse(_ digest: [UInt8], _ time: Date) { entries[digest]?.lastUse = time }
}
