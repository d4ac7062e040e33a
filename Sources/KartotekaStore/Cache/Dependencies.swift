import Synchronization

/// The dependencies of a response or a cached value: entities, the whole database, the day, the moment, or something
/// outside.
///
/// ``tracking(_:)`` returns those of reads of a ``Store``. ``Store/lastChange(of:)`` tells when any of it last changed, in
/// any process.
package struct Dependencies: Sendable, Hashable {
  /// The names of the entities whose records, links or number were read.
  package private(set) var entities: Set<String> = []
  /// Whether anything in the database may have been read, so that every commit counts as a change.
  package private(set) var isEverything = false
  /// Whether the current day was read ("late", "today").
  package private(set) var isOfDay = false
  /// Whether the current moment was read ("3 hours ago"): what was made holds until the minute ends.
  package private(set) var isOfMoment = false
  /// Whether the name of the person who asks was read ("mine").
  package private(set) var isOfAsker = false
  /// Whether something was read whose changes the store can't notice: a service on the internet, a file, a secret.
  package private(set) var isOutside = false

  /// No dependencies.
  package init() {}

  /// The records of some entities, their links and their number.
  package static func entities(_ names: some Sequence<String>) -> Dependencies {
    var dependencies = Dependencies()
    dependencies.entities = Set(names)
    return dependencies
  }

  /// The settings and the saved views.
  package static let settings = Dependencies.entities([SettingsTable.name])

  /// Anything in the database.
  package static let everything: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isEverything = true
    return dependencies
  }()

  /// The current day, in the time zone of the person for whom the code runs, else in the server's.
  package static let day: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOfDay = true
    return dependencies
  }()

  /// The current moment.
  package static let moment: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOfMoment = true
    return dependencies
  }()

  /// The name of the person who asks.
  package static let asker: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOfAsker = true
    return dependencies
  }()

  /// Something whose changes the store can't notice.
  package static let outside: Dependencies = {
    var dependencies = Dependencies()
    dependencies.isOutside = true
    return dependencies
  }()

  /// Whether nothing was read.
  package var isEmpty: Bool { self == Dependencies() }

  /// Adds other dependencies.
  package mutating func formUnion(_ other: Dependencies) {
    entities.formUnion(other.entities)
    isEverything = isEverything || other.isEverything
    isOfDay = isOfDay || other.isOfDay
    isOfMoment = isOfMoment || other.isOfMoment
    isOfAsker = isOfAsker || other.isOfAsker
    isOutside = isOutside || other.isOutside
  }

  /// These dependencies and others.
  package func union(_ other: Dependencies) -> Dependencies {
    var both = self
    both.formUnion(other)
    return both
  }
}

extension Dependencies {
  /// The result of `body`, and the dependencies of all that stores read for it in the current task and its child tasks.
  ///
  /// The store tracks its reads, also of ``Store/today``, so that none can be left out. Other dependencies, such as a service,
  /// are stated by the caller.
  package static func tracking<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> (result: Result, dependencies: Dependencies) {
    let recorder = DependencyRecorder()
    let result = try await DependencyRecorder.$current.withValue(recorder) { try await body() }
    return (result, recorder.dependencies)
  }
}

/// Collects the dependencies of reads for ``Dependencies/tracking(_:)``. Only stores add to it.
final class DependencyRecorder: Sendable {
  /// The recorder of the current task; nil where reads are not tracked.
  @TaskLocal static var current: DependencyRecorder?

  private let noted = Mutex(Dependencies())

  /// The dependencies noted so far.
  var dependencies: Dependencies { noted.withLock { $0 } }

  /// Adds dependencies.
  func note(_ dependencies: Dependencies) { noted.withLock { $0.formUnion(dependencies) } }
}
