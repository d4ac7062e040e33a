import KartotekaModel
import Synchronization

/// The values that a store has computed from its records, until these change.
final class StoreCaches: Sendable {
  /// The numbers of records that match requests.
  let counts: VersionedCache<CountKey, Int>
  let aggregated: VersionedCache<AggregateKey, [AggregateRow]>
  let groups: VersionedCache<GroupsKey, RecordGroups>
  let initials: VersionedCache<String, [String]>
  let duplicateLists: VersionedCache<String, DuplicateList>
  /// The groups of records that seem to be equal in every field.
  let equalGroups: VersionedCache<String, EqualGroups>
  /// The first items of the plans of undos.
  let undoPlans: VersionedCache<UndoPlanKey, UndoPlan>
  /// All saved views, under one key.
  let savedViews: VersionedCache<String, [SavedView]>

  let groupFlights = SingleFlight<GroupsKey, RecordGroups>()
  let duplicateFlights = SingleFlight<String, DuplicateList>()
  let equalFlights = SingleFlight<String, EqualGroups>()
  let undoPlanFlights = SingleFlight<UndoPlanKey, LandedUndoPlan>()
  let awaitedUndoPlans = AwaitedUndoPlans()
  /// The counts of an opened file's views, nil for those that fail or take too long, with the versions and times at which they
  /// were counted.
  let viewCounts = Mutex<[String: (version: DataVersion, count: Int?, at: ContinuousClock.Instant)]>([:])

  private static let megabyte = 1 << 20

  init(_ tracker: ChangeTracker) {
    let lastChange: @Sendable (Set<String>) -> DataVersion = { tracker.lastChange(of: $0) }
    counts = VersionedCache(bytes: 4 * Self.megabyte, lastChange: lastChange)
    aggregated = VersionedCache(bytes: 16 * Self.megabyte, lastChange: lastChange)
    groups = VersionedCache(bytes: 32 * Self.megabyte, lastChange: lastChange)
    initials = VersionedCache(bytes: Self.megabyte, lastChange: lastChange)
    duplicateLists = VersionedCache(bytes: 16 * Self.megabyte, lastChange: lastChange)
    equalGroups = VersionedCache(bytes: 16 * Self.megabyte, lastChange: lastChange)
    undoPlans = VersionedCache(bytes: 4 * Self.megabyte, lastChange: lastChange)
    savedViews = VersionedCache(bytes: 4 * Self.megabyte, lastChange: lastChange)
  }
}
