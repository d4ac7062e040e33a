import Foundation

/// The moment that `now` is in formulas.
package enum TaskMoment {
  /// The moment of a read, so that all of its statements have the same one; nil where each statement has that at which it is made.
  /// A write has none: what it stores as the current moment must not be after `now`.
  @TaskLocal package static var fixed: Date?

  /// The current moment.
  package static var current: Date { fixed ?? Date() }

  /// The current minute, since 1970.
  package static var minute: Int { Int(clampingFloor: current.timeIntervalSince1970 / 60) }
}
