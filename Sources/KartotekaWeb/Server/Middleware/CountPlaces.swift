import Synchronization

/// Learns where in an answer numbers of records stand, from who makes it and knows that nothing else in it depends on
/// them: `CountPlaces.current?.note(html.counts)`.
final class CountPlaces: Sendable {
  /// Who learns it of the answer that the current task makes; nil for nobody.
  @TaskLocal static var current: CountPlaces?

  private let noted = Mutex<[CountPlace]>([])

  var all: [CountPlace] { noted.withLock { $0 } }

  /// Tells all places of an answer.
  func note(_ places: [CountPlace]) { noted.withLock { $0 = places } }
}
