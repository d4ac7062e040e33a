/// The limits of requests to a service.
public struct ServiceLimits: Sendable {
  /// The maximum number of concurrent requests; further ones wait.
  public var atOnce = 4
  /// The time limit of one attempt, from the connection to the last byte.
  public var attempt = Duration.seconds(15)
  /// The time limit of a request, including waiting, all attempts and pauses.
  public var total = Duration.seconds(45)
  /// The maximum number of attempts.
  public var attempts = 4
  /// The maximum pause after the first failed attempt. It doubles after each further one.
  public var firstPause = Duration.milliseconds(500)
  /// The upper limit of pauses, unless the service requests a longer one.
  public var longestPause = Duration.seconds(8)
  /// The maximum size of a response, in bytes.
  public var size = 2_000_000
  /// The freshness lifetime of responses without an explicit one; nil for none.
  public var kept: Duration?
  /// The maximum size of the cache, in bytes.
  public var cache = 2_000_000

  /// Makes limits; the others have their default values.
  public init(
    attempt: Duration = .seconds(15), total: Duration = .seconds(45), kept: Duration? = nil
  ) {
    self.attempt = attempt
    self.total = total
    self.kept = kept
  }

  /// The limits of picture downloads: larger responses, more time, no cache.
  static let pictures: ServiceLimits = {
    var limits = ServiceLimits(attempt: .seconds(30), total: .seconds(90))
    limits.size = 10_000_000
    limits.cache = 0
    return limits
  }()

  /// The maximum pause after the given number of failed attempts.
  func pause(after failures: Int) -> Duration {
    min(firstPause * (1 << min(failures - 1, 16)), longestPause)
  }
}
