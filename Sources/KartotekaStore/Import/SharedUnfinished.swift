import Foundation
import KartotekaModel

/// Shows the servers of a primary database that this one makes a change set in several transactions (`SharedWork`). They see it in
/// `kartoteka_unfinished`, and take it back if its server has ended.
///
/// It begins before the first part is committed, so that no committed part is without it.
final class SharedUnfinished: Sendable {
  static let kind = "changes"
  private static let pause = Duration.seconds(5)

  private let work: any SharedWork
  private let id: String
  private let beats: Task<Void, Never>

  /// - Returns: nil if the file is no local copy.
  /// - Throws: ``StoreError``.
  init?(_ unfinished: UnfinishedChangeSet, of store: Store) throws {
    guard let work = store.sharedWork(Self.kind) else { return nil }
    let id = unfinished.token.uuidString
    (self.work, self.id) = (work, id)
    // A part can wait for the lock longer than a server may be silent.
    beats = Task {
      while (try? await Task.sleep(for: Self.pause)) != nil {
        _ = try? await work.run { try $0.beat(id, progress: nil) }
      }
    }
    _ = try work.begin(id, SharedContent(description: nil), lane: nil, isNew: true)
  }

  deinit { beats.cancel() }

  /// Ends with the change set, which is complete or taken back. An entry that stays is removed by a later call of
  /// ``Store/interruptedChangeSets()``.
  func end() {
    beats.cancel()
    Thread.detachNewThread { [work, id] in try? work.remove(id) }
  }
}

extension UnfinishedChangeSet {
  /// Tells whether a change set is still being made by a process of this machine, or by a server of a primary database.
  static func isRunning(at primary: (any PrimaryDatabase)?) -> (UnfinishedChangeSet) throws -> Bool {
    guard let work = primary?.work(SharedUnfinished.kind) else { return \.isUnderWay }
    return { unfinished in
      try work.entries(unfinished.token.uuidString, isBrief: true).contains(where: \.isRunning)
    }
  }
}

extension Store {
  /// The change sets of processes and servers that have ended before they were complete.
  /// - Throws: ``StoreError``.
  func interruptedChangeSets() async throws -> [UnfinishedChangeSet] {
    guard let replica, let work = sharedWork(SharedUnfinished.kind) else {
      return try await snapshot(noting: nil, UnfinishedChangeSet.readAll).filter { !$0.isUnderWay }
    }
    do {
      try await translating { try await writer.writeWithoutTransaction { try replica.catchUp(on: $0) } }
    } catch let lost as PrimaryLost {
      throw lost.reason
    }
    let noted = try await snapshot(noting: nil, UnfinishedChangeSet.readAll)
    // Read later: an entry is there before its change set, and until after its end.
    let entries = try await work.run { try $0.entries(nil, isBrief: true) }
    let running = Set(entries.filter(\.isRunning).map(\.id))
    let tokens = Set(noted.map(\.token.uuidString))
    for entry in entries where !entry.isRunning && !tokens.contains(entry.id) {
      try await work.run { try $0.remove(entry.id) }
    }
    return noted.filter { !running.contains($0.token.uuidString) }
  }
}
