import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The actions that run on several records of an application, or have run, since the start, and those that the end of an
/// earlier process interrupted.
package final class ActionRuns: Sendable {
  /// The state of one.
  package struct Run: Sendable {
    /// An unguessable token.
    package let token: String
    /// The name and the title of the action; the title is a key.
    package let action: String
    package let title: String
    /// The entity of the records.
    package let entity: String
    /// The records, in the order in which it runs on them.
    package let ids: [RecordID]
    /// The number of records on which it has run, and those where it was refused, with the reasons.
    package internal(set) var done = 0
    package internal(set) var refused: [(id: RecordID, reason: Phrase)] = []
    /// Whether somebody has stopped it: no further record is begun.
    package var isStopped = false
    /// Whether the process has ended before it was over.
    package internal(set) var isInterrupted = false
    package internal(set) var isOver = false
    /// The change set of all of them; nil if nothing was changed.
    package internal(set) var changeSet: Int64?
    /// Whether a page has shown its result and offered to undo it.
    package internal(set) var isOffered = false
    // The records that are behind it.
    var behind: Set<RecordID> = []

    package init(of action: String, titled title: String, on entity: String, ids: [RecordID]) {
      self.init(UUID().uuidString, action, title, entity, ids)
    }

    init(_ token: String, _ action: String, _ title: String, _ entity: String, _ ids: [RecordID]) {
      (self.token, self.action, self.title, self.entity, self.ids) = (token, action, title, entity, ids)
    }

    package var total: Int { ids.count }
    /// The number of records that are behind it.
    package var past: Int { done + refused.count }
    /// The records on which it has not run.
    package var rest: [RecordID] { ids.filter { !behind.contains($0) } }

    mutating func add(_ id: RecordID, _ reason: Phrase?) {
      behind.insert(id)
      if let reason { refused.append((id, reason)) } else { done += 1 }
    }
  }

  /// The maximum number of completed ones that are remembered.
  private static let most = 20

  private let runs: Mutex<[Run]>
  private let log: RunLog?

  /// Those that were interrupted.
  /// - Parameter folder: the folder of their files; nil for an application in memory.
  package init(in folder: URL?) {
    log = folder.map(RunLog.init)
    runs = Mutex(log?.interrupted() ?? [])
  }

  /// Begins a run.
  package func begin(_ run: Run) {
    runs.withLock { runs in
      if runs.count(where: \.isOver) >= Self.most, let oldest = runs.firstIndex(where: \.isOver) {
        runs.remove(at: oldest)
      }
      // Nobody goes on a second time with the rest of an interrupted run.
      for index in runs.indices
      where runs[index].isInterrupted && runs[index].action == run.action && runs[index].entity == run.entity {
        runs[index].behind.formUnion(run.ids)
      }
      runs.append(run)
    }
    log?.begin(run)
  }

  /// Notes that a run has dealt with a record.
  /// - Parameters:
  ///   - reason: why it was refused; nil if it has run.
  ///   - changeSet: the change set of the run; nil before the first change.
  package func note(_ token: String, _ id: RecordID, _ reason: Phrase?, changeSet: Int64?) {
    change(token) { run in
      run.add(id, reason)
      run.changeSet = changeSet
    }
    log?.note(token, RunLog.Entry(id: id, reason: reason, changeSet: changeSet))
  }

  /// Notes the end of a run.
  package func end(_ token: String, changeSet: Int64?) {
    change(token) { ($0.isOver, $0.changeSet) = (true, changeSet) }
    log?.remove(token)
  }

  /// Notes that a page has shown the result of a run.
  package func show(_ token: String) {
    change(token) { $0.isOffered = true }
    log?.remove(token)
  }

  /// Stops a run.
  package func stop(_ token: String) { change(token) { $0.isStopped = true } }

  /// The run of a token; nil for an unknown one.
  package subscript(token: String) -> Run? { runs.withLock { runs in runs.first { $0.token == token } } }

  /// Those in progress, and those whose result nobody has seen.
  package var unseen: [Run] { runs.withLock { runs in runs.filter { !$0.isOver || !$0.isOffered } } }

  private func change(_ token: String, _ change: (inout Run) -> Void) {
    runs.withLock { runs in
      guard let index = runs.firstIndex(where: { $0.token == token }) else { return }
      change(&runs[index])
    }
  }
}

/// The files of runs: `runs/northwind` of the data folder. Each has a line with the run, then a line for each record that is
/// behind it. A file is removed when its run is over; those that are left at the start were interrupted.
private struct RunLog: Sendable {
  private struct Head: Codable {
    var process = ProcessIdentity.current
    let action: String
    let title: String
    let entity: String
    let ids: [RecordID]
  }

  struct Entry: Codable {
    let id: RecordID
    var reason: Phrase?
    var changeSet: Int64?
  }

  let folder: URL

  private func url(_ token: String) -> URL { folder.appending(component: token + ".ndjson") }

  // What can't be written is not kept; the run goes on all the same.
  func begin(_ run: ActionRuns.Run) {
    let head = Head(action: run.action, title: run.title, entity: run.entity, ids: run.ids)
    guard let line = try? Self.line(head) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? line.write(to: url(run.token), options: .atomic)
  }

  func note(_ token: String, _ entry: Entry) {
    guard let line = try? Self.line(entry), let file = try? FileHandle(forWritingTo: url(token)) else { return }
    defer { try? file.close() }
    guard (try? file.seekToEnd()) != nil else { return }
    try? file.write(contentsOf: line)
  }

  func remove(_ token: String) { try? FileManager.default.removeItem(at: url(token)) }

  func interrupted() -> [ActionRuns.Run] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "ndjson" }.compactMap(run)
  }

  // Nil for a run of another process that is still there. The last line may be incomplete.
  private func run(_ file: URL) -> ActionRuns.Run? {
    guard let lines = try? Data(contentsOf: file).split(separator: UInt8(ascii: "\n")), let first = lines.first,
      let head = try? JSONDecoder().decode(Head.self, from: first), !head.process.isRunning
    else { return nil }
    let token = file.deletingPathExtension().lastPathComponent
    var run = ActionRuns.Run(token, head.action, head.title, head.entity, head.ids)
    for line in lines.dropFirst() {
      guard let entry = try? JSONDecoder().decode(Entry.self, from: line) else { continue }
      run.add(entry.id, entry.reason)
      run.changeSet = entry.changeSet
    }
    (run.isOver, run.isInterrupted) = (true, true)
    return run
  }

  private static func line(_ value: some Encodable) throws -> Data {
    try JSONEncoder().encode(value) + [UInt8(ascii: "\n")]
  }
}
