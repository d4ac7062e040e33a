import KartotekaModel

/// What a commit touched, by entity: the ids of the records.
public struct Changes: Sendable, Hashable {
  /// The records of one entity that were touched.
  public struct OfEntity: Sendable, Hashable {
    /// New records; after a bulk import the first and the last id of each range (``isRange``).
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
  /// How many ids it holds.
  var count: Int { byEntity.values.reduce(0) { $0 + $1.inserted.count + $1.updated.count + $1.deleted.count } }

  /// Anything of these entities, and perhaps of the settings.
  static func any(_ entities: [EntityDescription], settings: Bool = false) -> Changes {
    Changes(
      byEntity: Dictionary(uniqueKeysWithValues: entities.map { ($0.name, OfEntity(isAny: true)) }), settings: settings)
  }
}
