/// A relationship to one record or none: `let teacher = ToOne<User>("Teacher", onDelete: .nullify)`.
///
/// Typed access to a record gives the related record's id: `course.teacher = nora.id`.
public final class ToOne<Target: Entity>: RelationshipProperty {
  let label: String
  private let rule: DeleteRule
  private let isRequired: Bool
  private let isUnique: Bool
  private let writability: AttributeDescription.Writability
  private let placeholder: String?
  private let aliases: [String]
  private let formerNames: [String]
  private let column: String?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { nil }

  /// A relationship with that label (a key into the catalogue).
  /// - Parameters:
  ///   - placeholder: what stands in its row while nothing is chosen.
  ///   - isRequired: whether a record needs a related one.
  ///   - isUnique: whether a related record can belong to one record only.
  ///   - rule: what deleting the related record does to this one.
  ///   - isReadOnlyAfterInsert: whether it is written when the record is made and never again.
  ///   - aliases: other headings that files have for it.
  ///   - formerNames: the names that it, or its column, had in earlier versions of the model: its links stay.
  ///   - column: the column's name where it is not the relationship's with `_id`.
  public init(
    _ label: String, placeholder: String? = nil, required isRequired: Bool = false,
    unique isUnique: Bool = false,
    onDelete rule: DeleteRule = .deny, readOnlyAfterInsert isReadOnlyAfterInsert: Bool = false,
    aliases: [String] = [], renamedFrom formerNames: [String] = [],
    column: String? = nil
  ) {
    self.label = label
    self.placeholder = placeholder
    self.isRequired = isRequired
    self.isUnique = isUnique
    self.rule = rule
    self.writability = isReadOnlyAfterInsert ? .onInsert : .always
    self.aliases = aliases
    self.formerNames = formerNames
    self.column = column
  }

  /// The description under a name, for what leads to a record without being of an entity: the inputs of an action.
  public func describing(_ name: String) -> RelationshipDescription { description(named: name) }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .toOne, target: Target.name)
    description.placeholder = placeholder
    description.isRequired = isRequired
    description.isUnique = isUnique
    description.deleteRule = rule
    description.writability = writability
    description.aliases = aliases
    description.formerNames = formerNames
    if let column { description.column = column }
    return description
  }
}
