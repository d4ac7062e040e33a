import Synchronization

/// What a response or a cached value was computed from: entities, the whole database, the day, or something outside.
///
/// Reads of a ``Store`` add what they read to ``DependencyRecorder/current``. ``Store/lastChange(of:)`` tells when any
/// of it last changed, in any process.
public struct Dependencies: Sendable, Hashable {
  /// The names of the entities whose records, links or number were read.
  public private(set) var entities: Set<String> = []
  /// Whether anything in the database may have been read, so that every commit counts as a change.
  public private(set) var isEverything = false
  /// Whether the current day was read ("late", "today").
  public private(set) var isOfDay = false
  /// Whether something was read whose changes the store can't notice: a service on the internet, a file, a secret.
  public private(set) var isOutside = false

  /// No dependencies.
  public init() {}

  /// The records of some entities, their links and their number.
  public static func entities(_ names: some Sequence<String>) -> Dependencies {
    var dependencies = Dependencies()
    dependencies.entities = Set(names)
    return dependencies
  }

  /// Anything in the database.
  public static let everything: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isEverything = true
    return dependencies
  }()

  /// The current day, in the server's time zone.
  public static let day: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOfDay = true
    return dependencies
  }()

  /// Something whose changes the store can't notice.
  public static let outside: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOutside = true
    return dependencies
  }()

  /// Whether nothing was read.
  public var isEmpty: Bool { self == Dependencies() }

  /// Adds other dependencies.
  public mutating func formUnion(_ other: Dependencies) {
    entities.formUnion(other.entities)
    isEverything = isEverything || other.isEverything
    isOfDay = isOfDay || other.isOfDay
    isOutside = isOutside || other.isOutside
  }

  /// These dependencies and others.
  public func union(_ other: Dependencies) -> Dependencies {
    var both = self
    both.formUnion(other)
    return both
  }
}

/// Collects the dependencies of what the current task computes: `DependencyRecorder.$current.withValue(recorder) { … }`.
public final class DependencyRecorder: Sendable {
  /// The recorder of the current task; nil where its dependencies are not recorded.
  @TaskLocal public static var current: DependencyRecorder?

  private let noted = Mutex((dependencies: Dependencies(), isComplete: false))

  /// A recorder without dependencies.
  public init() {}

  /// The dependencies noted so far.
  public var dependencies: Dependencies { noted.withLock { $0.dependencies } }

  /// Whether somebody who knows all that the result depends on has declared that it is noted. A result that nobody
  /// declares complete is not cached.
  public var isComplete: Bool { noted.withLock { $0.isComplete } }

  /// Adds dependencies.
  public func note(_ dependencies: Dependencies) { noted.withLock { $0.dependencies.formUnion(dependencies) } }

  /// Declares that all that the result depends on is noted when it is done.
  public func declareComplete() { noted.withLock { $0.isComplete = true } }
}
