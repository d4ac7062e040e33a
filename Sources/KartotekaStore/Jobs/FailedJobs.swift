import KartotekaModel

/// The failed jobs of one name, which run again only on request.
public struct FailedJobs: Sendable, Hashable {
  /// The job's name.
  public let name: String
  /// Why, the most frequent first.
  public internal(set) var reasons: [Reason] = []

  /// For how many records.
  public var count: Int { reasons.reduce(0) { $0 + $1.count } }

  /// Why jobs could not be done.
  public struct Reason: Sendable, Hashable {
    /// The reason of the failure; nil if unknown.
    public let error: Phrase?
    /// For how many records.
    public internal(set) var count: Int
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
