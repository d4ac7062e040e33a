import KartotekaModel

/// The changes of a commit, by entity: the ids of the records.
public struct Changes: Sendable, Hashable {
  /// The records of one entity that were touched.
  public struct OfEntity: Sendable, Hashable {
    /// New records; after a bulk import the first and the last id of each range (`isRange`).
    public var inserted: [RecordID] = []
    /// Changed records.
    package var updated: [RecordID] = []
    /// Deleted records.
    public var deleted: [RecordID] = []
    /// Whether ``inserted`` holds the first and the last ids of ranges, in pairs.
    package var isRange = false
    /// Whether any record may have been touched: there were too many to name, or it isn't known which. Nothing is
    /// named then.
    package var isAny = false

    fileprivate mutating func add(_ later: OfEntity) {
      if isAny || later.isAny {
        self = .any
        return
      }
      // Beside ranges a single id is one too.
      if isRange != later.isRange {
        if !isRange { inserted = inserted.flatMap { [$0, $0] } }
        isRange = true
        inserted += later.isRange ? later.inserted : later.inserted.flatMap { [$0, $0] }
      } else {
        inserted += later.inserted
      }
      updated += later.updated
      deleted += later.deleted
    }

    /// The ids of all that are named.
    var ids: [RecordID] { inserted + updated + deleted }

    /// Any may have been touched.
    public static let any = OfEntity(isAny: true)
  }

  /// By the entity's name.
  package var byEntity: [String: OfEntity] = [:]
  /// Whether settings or secrets were touched.
  public var settings = false
  /// Whether nothing was touched.
  public var isEmpty: Bool { byEntity.isEmpty && !settings }
  /// The number of ids.
  var count: Int { byEntity.values.reduce(0) { $0 + $1.inserted.count + $1.updated.count + $1.deleted.count } }

  /// Adds those of a later part of the same write.
  mutating func add(_ later: Changes) {
    for (name, other) in later.byEntity {
      guard var own = byEntity.removeValue(forKey: name) else {
        byEntity[name] = other
        continue
      }
      own.add(other)
      byEntity[name] = own
    }
    settings = settings || later.settings
  }

  /// Anything of these entities, and perhaps of the settings.
  static func any(_ entities: [EntityDescription], settings: Bool = false) -> Changes {
    Changes(
      byEntity: Dictionary(uniqueKeysWithValues: entities.map { ($0.name, OfEntity(isAny: true)) }), settings: settings)
  }
}
