import Foundation
import KartotekaModel

/// Background work for one record, as the store persists it: one row for each job and record, in any state.
public struct QueuedJob: Sendable, Hashable, Identifiable {
  /// The progress.
  public enum State: String, Sendable, CaseIterable {
    /// It begins as soon as it may.
    case waiting
    /// The job is running, or was running when the program ended.
    case running
    /// It failed and is retried only on request.
    case failed
    /// It is done.
    case done
  }

  /// Its number.
  public let id: Int64
  /// The job's name.
  public let name: String
  /// The entity of its record, by name; empty for a job with a schedule.
  public let entity: String
  /// The record that it is about; 0 for a job with a schedule.
  public let record: RecordID
  /// The progress.
  public let state: State
  /// The number of finished parts and of all; nil before the job reports them.
  public let progress: Progress?
  /// The fencing token, which grows with each owner.
  let token: Int64
  /// Before when it does not begin again; nil for at once.
  package let notBefore: Date?
  /// Why it could not be done the last time; nil where nothing went wrong.
  public let error: Phrase?
  /// Whether a person requested it; otherwise it was added with its record.
  package let isRequested: Bool

  /// The number of attempts since somebody asked for it.
  package var attempts: Int { Int(token % JobTable.requested) }

  /// The progress of a job, in parts.
  public struct Progress: Sendable, Hashable {
    /// The number of finished parts.
    public let done: Int
    /// The total number.
    public let total: Int

    /// So many of so many.
    public init(_ done: Int, of total: Int) {
      self.done = done
      self.total = total
    }
  }
}

/// The failed jobs of one name, which run again only on request.
package struct FailedJobs: Sendable, Hashable {
  /// The job's name.
  package let name: String
  /// Why, the most frequent first.
  package internal(set) var reasons: [Reason] = []

  /// For how many records.
  package var count: Int { reasons.reduce(0) { $0 + $1.count } }

  /// Why jobs could not be done.
  package struct Reason: Sendable, Hashable {
    /// The reason of the failure; nil if unknown.
    package let error: Phrase?
    /// For how many records.
    package internal(set) var count: Int
  }

  // The same reason may have been written down in several ways.
  mutating func add(_ error: Phrase?, _ count: Int) {
    if let index = reasons.firstIndex(where: { $0.error == error }) {
      reasons[index].count += count
    } else {
      reasons.append(Reason(error: error, count: count))
    }
  }
}
