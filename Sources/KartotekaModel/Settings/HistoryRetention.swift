/// The time for which the images of change sets, and the pictures and files that undo would restore, are kept, and the space
/// that they may take before the oldest are removed.
public struct HistoryRetention: Sendable, Hashable, Codable {
  /// The number of days, at least 1.
  public var days: Int
  /// The number of bytes, at least a million. Images of the last day are always kept.
  public var bytes: Int64

  /// A retention.
  public init(days: Int = 90, megabytes: Int = 1_000) {
    self.days = days
    let (bytes, isTooLarge) = Int64(megabytes).multipliedReportingOverflow(by: 1_000_000)
    self.bytes = isTooLarge ? .max : bytes
  }

  /// The time in seconds.
  package var seconds: Double { Double(days) * 86_400 }
}
