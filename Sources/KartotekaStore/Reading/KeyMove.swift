import KartotekaModel

/// The keys that a record had in its entity's ``KeyTable`` before a commit, and those it has since.
struct KeyMove: Sendable, Hashable {
  /// Nil for a new record.
  var old: [Value]?
  /// Nil for a deleted record.
  var new: [Value]?
}
