/// How much a service is asked at once, how long an answer may take, and how large it may be.
public struct ServiceLimits: Sendable {
  /// The most questions that are under way at once; further ones wait.
  public var atOnce = 4
  /// The most time for one try: from asking for a connection to the last byte.
  public var attempt = Duration.seconds(15)
  /// The most time for a question in all: waiting, tries and the pauses between them.
  public var total = Duration.seconds(45)
  /// The most tries.
  public var attempts = 4
  /// The longest pause after the first try that failed; after each further one it may be twice as long.
  public var firstPause = Duration.milliseconds(500)
  /// The longest pause of all, unless the service asks for a longer one.
  public var longestPause = Duration.seconds(8)
  /// The most bytes of an answer.
  public var size = 2_000_000
  /// How long an answer is kept of which the service does not say how long it holds; nil for not at all.
  public var kept: Duration?
  /// The most bytes of answers that are kept.
  public var cache = 2_000_000

  /// Limits; those that are not given are as for most services.
  public init(
    attempt: Duration = .seconds(15), total: Duration = .seconds(45), kept: Duration? = nil
  ) {
    self.attempt = attempt
    self.total = total
    self.kept = kept
  }

  /// For downloads of pictures: larger answers, more time, nothing kept in memory.
  static let pictures: ServiceLimits = {
    var limits = ServiceLimits(attempt: .seconds(30), total: .seconds(90))
    limits.size = 10_000_000
    limits.cache = 0
    return limits
  }()

  /// The longest pause after so many tries that failed: it doubles each time, up to ``longestPause``.
  func pause(after failures: Int) -> Duration {
    min(firstPause * (1 << min(failures - 1, 16)), longestPause)
  }
}
