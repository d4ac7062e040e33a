import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Takes the values of an added field over into the field that a new version of the application declares, where that is empty. It
/// is one change set, which can be undone; the added field keeps its values.
struct TakingOver: Sendable {
  private let kind: KindShapeScreen
  private let collision: AddedFieldsState.Collision

  /// The most records of one change.
  private static let most = 100_000

  /// - Throws: ``ScreenFault/noSuchPage`` for a field that the application does not declare.
  init(_ kind: KindShapeScreen, _ name: String) throws {
    guard
      let collision = kind.shape.layer?.collisions.first(where: { $0.entity == kind.entity.name && $0.added == name })
    else { throw ScreenFault.noSuchPage }
    (self.kind, self.collision) = (kind, collision)
  }

  /// Takes them over.
  func run(_ request: ScreenRequest) async throws -> ScreenDocument {
    let screens = kind.shape.screens
    guard let entity = screens.description.model.entity(named: kind.entity.name),
      let from = entity.position(of: collision.added), let to = entity.position(of: collision.declared),
      entity.columns[to].writability == .always
    else { throw ScreenFault.refused("The values of this field can't be taken over", kind.path) }
    var wanted = AnyFetchRequest(entity.name)
    wanted.predicate = .all([
      .not(.compare(collision.added, .null, [])), .compare(collision.declared, .null, []),
    ])
    wanted.limit = Self.most
    wanted.wantsTotal = false
    let ids = try await screens.store.fetch(wanted).records.compactMap(\.id)
    let label = Phrase(entity.columns[to].label)
    do {
      let outcome = try await screens.store.perform(.screen) { transaction in
        try transaction.requireExclusiveTransaction()
        var count = 0
        for id in ids {
          guard var record = try transaction.record(entity, id: id), record.values[to].isNull,
            Self.move(from, to, in: &record)
          else { continue }
          _ = try transaction.update(record)
          count += 1
        }
        transaction.name = Phrase("Set {field} in {count} records", ["field": .phrase(label), "count": .count(count)])
      }
      return .seeOther(kind.path, changeSet: outcome.changeSet)
    } catch let error as StoreError {
      throw ScreenFault.refused(error.phraseForPeople(in: screens.description.model), kind.path)
    }
  }

  // Gives a column the value of another one, also of another kind, as far as it can be read.
  private static func move(_ from: Int, _ to: Int, in record: inout AnyRecord) -> Bool {
    let value = record.values[from]
    switch (record.entity.columns[from], record.entity.columns[to]) {
    case (.attribute(let one), .attribute(let other)):
      if one.kind == other.kind, one.scale == other.scale, one.kind != .choice {
        record.values[to] = value
        return !value.isNull
      }
      return !one.isBytes && !other.isBytes && record.read(text: record.text(at: from), at: to) == nil
    case (.toOne(let one), .toOne(let other)) where one.target == other.target:
      record.values[to] = value
      return !value.isNull
    default: return false
    }
  }
}
