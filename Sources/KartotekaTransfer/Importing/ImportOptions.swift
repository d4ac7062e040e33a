import KartotekaStore

/// What an import does beside the usual.
public struct ImportOptions: Sendable {
  /// What becomes of a row that refers to a record which doesn't exist.
  public enum Unresolved: String, Sendable, Hashable, CaseIterable {
    /// It is rejected with that reason.
    case reject
    /// It is loaded without the reference, where the relationship is optional.
    case empty
  }

  /// What becomes of a row that refers to a record which doesn't exist.
  public var unresolved = Unresolved.reject
  /// Whether nothing is written when any row is rejected.
  public var isAllOrNothing = false
  /// Whether everything is tried, counted and taken back again.
  public var isDryRun = false
  /// How the import came in: what its deed is kept with.
  public var way = Deed.Way.import

  /// The usual.
  public init() {}

  /// Whether what was imported is taken back again.
  func takesBack(_ results: [FileResult]) -> Bool {
    isDryRun || isAllOrNothing && results.contains { !$0.rejects.isEmpty }
  }
}
