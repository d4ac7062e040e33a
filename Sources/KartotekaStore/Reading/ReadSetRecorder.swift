import Synchronization

/// Remembers what the current task reads from stores: `ReadSetRecorder.$current.withValue(recorder) { … }`.
public final class ReadSetRecorder: Sendable {
  /// Who remembers what the current task reads; nil for nobody.
  @TaskLocal public static var current: ReadSetRecorder?

  private let noted = Mutex(ReadSet())

  /// A recorder that remembers nothing yet.
  public init() {}

  /// All that was read so far.
  public var readSet: ReadSet { noted.withLock { $0 } }

  /// Adds what is read.
  func note(_ set: ReadSet) { noted.withLock { $0.formUnion(set) } }
}
