import Foundation
import KartotekaModel
import KartotekaStore

/// An action that runs on several records of an application, or has run.
package struct ActionRun: Sendable {
  /// The maximum number of records whose refusals are kept with their reasons.
  private static let mostReasons = 1_000

  /// An unguessable token.
  package let token: String
  /// The name and the title of the action; the title is a key.
  package let action: String
  package let title: String
  /// The entity of the records.
  package let entity: String
  /// The records, in the order in which it runs on them; empty for the run of another server in ``ActionRuns/unseen``.
  package let ids: [RecordID]
  /// The number of records.
  package let total: Int
  /// The number of records on which it has run.
  package internal(set) var done = 0
  /// The number of records where it was refused.
  package internal(set) var refusals = 0
  /// The first records where it was refused, with the reasons.
  package internal(set) var refused: [(id: RecordID, reason: Phrase)] = []
  /// Whether somebody has stopped it: no further record is begun.
  package internal(set) var isStopped = false
  /// Whether the process has ended before it was over.
  package internal(set) var isInterrupted = false
  package internal(set) var isOver = false
  /// The change set of all of them; nil if nothing was changed.
  package internal(set) var changeSet: Int64?
  /// Whether a page has shown its result and offered to undo it.
  package internal(set) var isOffered = false
  // The records that are behind it, or on which a later run goes on.
  var behind: Set<RecordID> = []

  package init(of action: String, titled title: String, on entity: String, ids: [RecordID]) {
    self.init(UUID().uuidString, action, title, entity, ids, total: ids.count)
  }

  init(_ token: String, _ action: String, _ title: String, _ entity: String, _ ids: [RecordID], total: Int) {
    (self.token, self.action, self.title, self.entity) = (token, action, title, entity)
    (self.ids, self.total) = (ids, total)
  }

  /// The number of records that are behind it.
  package var past: Int { done + refusals }
  /// The records on which it has not run.
  package var rest: [RecordID] { ids.filter { !behind.contains($0) } }

  mutating func add(_ id: RecordID, _ reason: Phrase?) {
    behind.insert(id)
    if let reason {
      refusals += 1
      if refused.count < Self.mostReasons { refused.append((id, reason)) }
    } else {
      done += 1
    }
  }
}

// The forms that servers share.
extension ActionRun {
  /// The part that is the same from the beginning to the end.
  private struct Head: Codable {
    let ids: [RecordID]
  }

  private struct Refusal: Codable {
    let id: RecordID
    let reason: Phrase
  }

  private struct Progress: Codable {
    let action: String
    let title: String
    let entity: String
    let total: Int
    let done: Int
    let refusals: Int
    let refused: [Refusal]
    let isOver: Bool
    let isOffered: Bool
    let changeSet: Int64?
    /// The records on which a later run goes on.
    let continued: [RecordID]
  }

  /// The description and the progress.
  func content(commit: Int64?) throws -> SharedContent {
    SharedContent(
      description: try JSONEncoder().encode(Head(ids: ids)), progress: try progress, commit: commit)
  }

  /// The progress as JSON.
  var progress: Data {
    get throws {
      try JSONEncoder().encode(
        Progress(
          action: action, title: title, entity: entity, total: total, done: done, refusals: refusals,
          refused: refused.map { Refusal(id: $0.id, reason: $0.reason) }, isOver: isOver && !isInterrupted,
          isOffered: isOffered, changeSet: changeSet,
          continued: isInterrupted ? ids.dropFirst(past).filter(behind.contains) : []))
    }
  }

  /// The run of an entry; nil if it is none.
  init?(_ entry: SharedEntry) {
    guard let json = entry.content.progress, let progress = try? JSONDecoder().decode(Progress.self, from: json) else {
      return nil
    }
    let head = entry.content.description.flatMap { try? JSONDecoder().decode(Head.self, from: $0) }
    self.init(
      entry.id, progress.action, progress.title, progress.entity, head?.ids ?? [], total: progress.total)
    (done, refusals, changeSet) = (progress.done, progress.refusals, progress.changeSet)
    refused = progress.refused.map { ($0.id, $0.reason) }
    isStopped = entry.isStopped
    isInterrupted = !progress.isOver && !entry.isRunning
    isOver = progress.isOver || isInterrupted
    isOffered = progress.isOffered
    // Records are dealt with in their order.
    behind = Set(ids.prefix(past)).union(progress.continued)
  }
}
