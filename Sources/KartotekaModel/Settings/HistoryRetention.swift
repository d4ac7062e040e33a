/// How long the before and after images of change sets are kept, with the pictures and files that undoing them would
/// restore, and how much space all of them may take before the oldest are removed.
public struct HistoryRetention: Sendable, Hashable, Codable {
  /// Days, from 1.
  public var days: Int
  /// Bytes, from a million. What was done within the last day is kept in any case.
  public var bytes: Int64

  /// A retention.
  public init(days: Int = 90, megabytes: Int = 1_000) {
    self.days = days
    let (bytes, isTooLarge) = Int64(megabytes).multipliedReportingOverflow(by: 1_000_000)
    self.bytes = isTooLarge ? .max : bytes
  }

  /// In seconds.
  package var seconds: Double { Double(days) * 86_400 }
}
