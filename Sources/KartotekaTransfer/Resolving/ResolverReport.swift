/// The result of linking or correcting.
public struct ResolverReport: Sendable, Hashable {
  /// The change set, which can be undone; nil if nothing changed.
  public internal(set) var changeSet: Int64?
  /// The number of records that were linked.
  public internal(set) var linked = 0
  /// The number of rejected rows that were loaded.
  public internal(set) var loaded = 0
  /// The rejected rows that were corrected, or waited for a linked record, and are still not loaded.
  public internal(set) var left: [Int64] = []
}
