import Foundation
import KartotekaHTML
import KartotekaModel
import Synchronization

/// Files that were chosen in forms which were not saved yet, so that nobody has to choose them again: something else in
/// the form was wrong, or a sheet was opened from it.
final class ChosenFiles: Sendable {
  private struct Entry {
    let token: String
    let name: String
    let blob: Blob
    let since: ContinuousClock.Instant
  }

  /// The most files kept, and for how long.
  private static let limits = (files: 50, time: Duration.seconds(3_600))

  private let entries = Mutex<[Entry]>([])

  /// Keeps a file.
  /// - Returns: by what it is asked for; nobody can guess it.
  func keep(_ blob: Blob, _ name: String) -> String {
    let now = ContinuousClock.now
    let token = UUID().uuidString
    entries.withLock { entries in
      entries.removeAll { $0.since.duration(to: now) > Self.limits.time }
      if entries.count >= Self.limits.files { entries.removeFirst() }
      entries.append(Entry(token: token, name: name, blob: blob, since: now))
    }
    return token
  }

  /// A file that is kept; nil when it was too long ago.
  func file(_ token: String) -> (blob: Blob, name: String)? {
    entries.withLock { entries in entries.first { $0.token == token }.map { ($0.blob, $0.name) } }
  }

  /// Forgets the files of a form that is saved.
  func forget(_ files: some Sequence<ChosenFile>) {
    let tokens = files.compactMap { if case .chosen(_, _, let token) = $0 { token } else { nil } }
    entries.withLock { entries in entries.removeAll { tokens.contains($0.token) } }
  }
}
