import KartotekaModel

/// What an answer was read from: as long as no commit touches any of it, the same question has the same answer.
///
/// Whatever is read notes itself with the current ``ReadSetRecorder``; what doesn't say more exactly what it reads has
/// read anything.
public struct ReadSet: Sendable {
  /// Anything may have been read.
  static let anything = ReadSet(isAnything: true)

  private(set) var isAnything = false
  /// Entities of which any record may have been read.
  private var entities: Set<String> = []
  private var records: [String: Set<RecordID>] = [:]
  private var ranges: [ReadRange] = []
  private var initials: [ReadInitials] = []
  /// How many records entities had.
  private(set) var counts: [String: Int] = [:]

  /// Any record of an entity.
  static func entity(_ name: String) -> ReadSet { ReadSet(entities: [name]) }

  /// Records of those ids, or that there are none.
  static func records(_ entity: String, _ ids: some Sequence<RecordID>) -> ReadSet {
    ReadSet(records: [entity: Set(ids)])
  }

  /// The records at a place of an order.
  static func range(_ range: ReadRange) -> ReadSet { ReadSet(ranges: [range]) }

  /// The letters that an order's texts begin with.
  static func initials(_ initials: ReadInitials) -> ReadSet { ReadSet(initials: [initials]) }

  /// How many records an entity has.
  static func count(_ entity: String, _ count: Int) -> ReadSet { ReadSet(counts: [entity: count]) }

  /// Adds what another one has read.
  mutating func formUnion(_ other: ReadSet) {
    isAnything = isAnything || other.isAnything
    entities.formUnion(other.entities)
    records.merge(other.records) { $0.union($1) }
    ranges += other.ranges
    initials += other.initials
    // Two different counts are of two moments.
    for (name, count) in other.counts where counts.updateValue(count, forKey: name) ?? count != count {
      isAnything = true
    }
  }

  /// The numbers of records that are others than in another set.
  public func counts(otherThanIn other: ReadSet) -> [String: Int] { counts.filter { other.counts[$0] != $1 } }

  /// Takes another number of an entity's records for the one that was read.
  mutating func recount(_ entity: String, _ count: Int) { counts[entity] = count }

  /// Whether a commit has touched any of it but the ``counts``.
  func isTouched(by changes: Changes) -> Bool {
    isAnything || changes.byEntity.contains { isTouched(by: $1, of: $0) }
  }

  private func isTouched(by changed: Changes.OfEntity, of entity: String) -> Bool {
    if entities.contains(entity) { return true }
    let ranges = ranges.filter { $0.entity == entity }
    let initials = initials.filter { $0.entity == entity }
    guard records[entity] != nil || !ranges.isEmpty || !initials.isEmpty else { return false }
    guard let moves = changed.keyMoves else { return true }
    return moves.contains { id, move in
      records[entity]?.contains(id) == true || ranges.contains { $0.isTouched(by: move, of: id) }
        || initials.contains { $0.isTouched(by: move) }
    }
  }
}
