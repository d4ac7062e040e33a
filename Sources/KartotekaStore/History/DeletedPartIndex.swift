import KartotekaModel

/// The index by which the history of a record finds its deleted parts (an order's lines): of the images of deletions, by the
/// reference in them. Without it, each view of a history would read all images of the parts' entity.
struct DeletedPartIndex: Sendable {
  /// The prefix of the names of all these indices.
  static let prefix = "kartoteka_changes_of_"

  let name: String
  /// Of the images that it has.
  let condition: String
  /// The id of the record that an image's part belonged to.
  let reference: String

  /// - Parameters:
  ///   - entity: the entity of the parts.
  ///   - owner: the relationship to the record that they belong to.
  init(of entity: EntityDescription, _ owner: RelationshipDescription) {
    name = Self.prefix + entity.table + "__" + owner.column
    // As SQLite compares it with the condition of a query: literally.
    condition = "entity = \(SQL.literal(entity.table)) AND last IS NULL AND after IS NULL"
    reference = "json_extract(before, \(SQL.literal("$.\"\(owner.column)\"")))"
  }

  /// The indices of all parts of a model.
  static func all(of model: ModelDescription) -> [DeletedPartIndex] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard let owner = relationship.dependentOwner(in: model), let target = model.entity(named: relationship.target)
        else {
          return nil
        }
        return DeletedPartIndex(of: target, owner)
      }
    }
  }

  var statement: String { "CREATE INDEX \(SQL.name(name)) ON kartoteka_changes (\(reference)) WHERE \(condition)" }

  /// The ids of the deleted parts of the record that is bound.
  var selection: String {
    "SELECT record FROM kartoteka_changes INDEXED BY \(SQL.name(name)) WHERE \(condition) AND \(reference) = ?"
  }
}
