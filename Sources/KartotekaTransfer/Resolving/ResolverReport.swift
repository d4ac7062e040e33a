/// What came of linking or correcting.
public struct ResolverReport: Sendable, Hashable {
  /// The change set it was, which can be undone; nil when nothing changed.
  public internal(set) var changeSet: Int64?
  /// How many records lead somewhere now that did not.
  public internal(set) var linked = 0
  /// How many kept rows are loaded now.
  public internal(set) var loaded = 0
  /// The kept rows that were corrected, or waited for what was linked, and are still not loaded.
  public internal(set) var left: [Int64] = []
}
