import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import Synchronization

/// Temporarily stores files of forms that are not saved yet, so that they need not be chosen again after an error or a sheet, and
/// files that actions have made.
///
/// The servers of applications in a primary database share the files of a form that is shown again (`SharedWork`).
final class ChosenFiles: Sendable {
  private struct Entry {
    let token: String
    let name: String
    let blob: Blob
    let since: ContinuousClock.Instant
    var isShared = false
  }

  private struct Description: Codable {
    let name: String
  }

  /// The lifetime of files in seconds, and the maximum of their bytes, both for a process and for the servers that share files.
  private static let limits = (time: 3_600, bytes: 5_000_000_000)

  /// The maximum number of files. It is so large that one client's forms do not displace the files of others.
  private let most: Int
  private let entries = Mutex<[Entry]>([])
  private let store: Store
  private let shared: (any SharedWork)?

  init(of store: Store, most: Int = 1_000) {
    self.store = store
    self.most = most
    shared = store.sharedWork("chosen")
  }

  /// Stores a file.
  /// - Returns: an unguessable token.
  func keep(_ blob: Blob, _ name: String) -> String {
    let token = UUID().uuidString
    keep(Entry(token: token, name: name, blob: blob, since: .now))
    return token
  }

  private func keep(_ entry: Entry) {
    entries.withLock { entries in
      var bytes = entry.blob.count
      // From the newest to the oldest.
      let kept = entries.reversed().prefix(most - 1).prefix { other in
        bytes += other.blob.count
        return bytes <= Self.limits.bytes && other.since.duration(to: entry.since) <= .seconds(Self.limits.time)
      }
      entries = kept.reversed() + [entry]
    }
  }

  /// The stored file of a token; nil if it has expired.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func file(_ token: String) async throws -> (blob: Blob, name: String)? {
    let here = entries.withLock { entries in entries.first { $0.token == token }.map { ($0.blob, $0.name) } }
    if let here { return here }
    guard let shared, let json = try await shared.entry(token)?.content.description,
      let described = try? JSONDecoder().decode(Description.self, from: json)
    else { return nil }
    let blob = try await shared.run { [store] shared -> Blob? in
      try Self.inFolder { folder in
        guard try shared.bring(token, to: folder) else { return nil }
        let receiver = store.blobReceiver()
        try receiver.append(contentsOf: folder.appending(path: "1"))
        return try receiver.finish()
      }
    }
    guard let blob else { return nil }
    keep(Entry(token: token, name: described.name, blob: blob, since: .now, isShared: true))
    return (blob, described.name)
  }

  /// Stores files where the other servers find them, too. They are those of a form that is shown again.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func share(_ files: some Sequence<ChosenFile>) async throws { try await share(Self.tokens(files)) }

  /// Stores files where the other servers find them, too.
  /// - Throws: `StoreError.primary`, `CocoaError`.
  func share(_ tokens: [String]) async throws {
    guard let shared else { return }
    let own = entries.withLock { entries in entries.filter { tokens.contains($0.token) && !$0.isShared } }
    guard !own.isEmpty else { return }
    try await shared.run { shared in
      _ = try shared.sweep(olderThan: Self.limits.time)
      for entry in own {
        try self.makeRoom(for: entry.blob, in: shared)
        let content = SharedContent(description: try JSONEncoder().encode(Description(name: entry.name)))
        try Self.withFile(of: entry.blob) { try shared.add(entry.token, content, files: [$0]) }
      }
    }
    entries.withLock { entries in
      for index in entries.indices where tokens.contains(entries[index].token) { entries[index].isShared = true }
    }
  }

  /// Removes the oldest files of all servers until there is room for another one.
  private func makeRoom(for blob: Blob, in shared: any SharedWork) throws {
    var ids = try shared.entries(nil, isBrief: true).map(\.id)
    while let oldest = ids.last, try ids.count >= most || shared.size() + blob.count > Self.limits.bytes {
      try shared.remove(oldest)
      ids.removeLast()
    }
  }

  private static func withFile(of blob: Blob, _ body: (URL) throws -> Void) throws {
    if let file = blob.file { return try body(file.url) }
    try inFolder { folder in
      let file = folder.appending(path: "1")
      try Data(blob.bytes()).write(to: file)
      try body(file)
    }
  }

  private static func inFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-chosen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private static func tokens(_ files: some Sequence<ChosenFile>) -> [String] {
    files.compactMap { if case .chosen(_, _, let token) = $0 { token } else { nil } }
  }

  /// Removes the files of a saved form.
  func forget(_ files: some Sequence<ChosenFile>) async {
    let tokens = Self.tokens(files)
    let known = entries.withLock { entries in
      defer { entries.removeAll { tokens.contains($0.token) } }
      return entries.filter { tokens.contains($0.token) && $0.isShared }.map(\.token)
    }
    guard let shared, !known.isEmpty else { return }
    // Files that stay are removed when they expire.
    try? await shared.run { shared in for token in known { try shared.remove(token) } }
  }
}
