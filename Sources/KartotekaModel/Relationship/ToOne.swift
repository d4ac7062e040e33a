/// A relationship to one record or none: `let teacher = ToOne<User>("Teacher", onDelete: .nullify)`.
///
/// In a record it is the id of the related record: `course.teacher = nora.id`.
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
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { nil }

  /// Declares a to-one relationship.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - placeholder: the text shown while nothing is chosen.
  ///   - isRequired: whether a related record is required.
  ///   - isUnique: whether a record can be related to one record only.
  ///   - rule: what deleting the related record does to this one.
  ///   - isReadOnlyAfterInsert: whether the value can be set only when the record is created.
  ///   - aliases: other headings that identify it in files.
  ///   - formerNames: the names of the relationship or its column in earlier versions of the model; the links stay.
  ///   - column: the column's name; by default the relationship's name with `_id`.
  public init(
    _ label: String, placeholder: String? = nil, required isRequired: Bool = false,
    unique isUnique: Bool = false,
    onDelete rule: DeleteRule = .deny, readOnlyAfterInsert isReadOnlyAfterInsert: Bool = false,
    aliases: [String] = [], renamedFrom formerNames: [String] = [],
    column: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
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

  /// The description under a name, for a relationship outside an entity, such as an input of an action.
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
