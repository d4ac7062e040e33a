import Foundation

/// The moment that `now` is in formulas, and whose day is the current one.
package enum TaskMoment {
  /// The moment of a read, so that all of its statements have the same one; nil where each statement has that at which it is made.
  /// A write has none: what it stores as the current moment must not be after `now`. In tests a moment that they choose is that of
  /// reads and writes.
  @TaskLocal package static var fixed: Date?

  /// The current moment.
  package static var current: Date { fixed ?? Date() }

  /// The current minute, since 1970.
  package static var minute: Int { Int(clampingFloor: current.timeIntervalSince1970 / 60) }
}
