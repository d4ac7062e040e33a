import Foundation
import KartotekaHTML
import KartotekaModel
import Synchronization

/// Temporarily stores files of forms that are not saved yet, so that they need not be chosen again after an error or a sheet.
final class ChosenFiles: Sendable {
  private struct Entry {
    let token: String
    let name: String
    let blob: Blob
    let since: ContinuousClock.Instant
  }

  /// The maximum number of files, and their lifetime.
  private static let limits = (files: 50, time: Duration.seconds(3_600))

  private let entries = Mutex<[Entry]>([])

  /// Stores a file.
  /// - Returns: an unguessable token.
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

  /// The stored file of a token; nil if it has expired.
  func file(_ token: String) -> (blob: Blob, name: String)? {
    entries.withLock { entries in entries.first { $0.token == token }.map { ($0.blob, $0.name) } }
  }

  /// Removes the files of a saved form.
  func forget(_ files: some Sequence<ChosenFile>) {
    let tokens = files.compactMap { if case .chosen(_, _, let token) = $0 { token } else { nil } }
    entries.withLock { entries in entries.removeAll { tokens.contains($0.token) } }
  }
}
