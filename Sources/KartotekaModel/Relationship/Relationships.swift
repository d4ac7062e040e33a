/// A relationship to one record or none: `let teacher = ToOne<User>("Teacher", .onDelete(.nullify))`.
///
/// In a record it is the id of the related record: `course.teacher = nora.id`.
public final class ToOne<Target: Entity>: RelationshipProperty {
  let label: String
  private let options: [RelationshipOption]
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { nil }

  /// Declares a to-one relationship with options: `ToOne<Owner>("Owner", .required, .onDelete(.cascade))`.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - option: an option.
  ///   - more: further options.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init(
    _ label: String, _ option: RelationshipOption, _ more: RelationshipOption..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    options = [option] + more
  }

  /// Declares a to-one relationship, with its options as arguments.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - placeholder: the text shown while nothing is chosen.
  ///   - isRequired: whether a related record is required.
  ///   - isUnique: whether a record can be related to one record only.
  ///   - rule: the effect of the deletion of the related record on this one.
  ///   - isReadOnlyAfterInsert: whether the value can be set only when the record is created.
  ///   - aliases: other headings that identify it in files.
  ///   - formerNames: the names of the relationship or its column in earlier versions of the model; the links stay.
  ///   - column: the column's name; by default the relationship's name with `_id`.
  ///   - shown: a formula with the names of attributes that says whether forms show the relationship; nil for always.
  ///   - needed: a formula that says whether a record needs a related one; nil for what `required` says.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init(
    _ label: String, placeholder: String? = nil, required isRequired: Bool = false,
    unique isUnique: Bool = false,
    onDelete rule: DeleteRule = .deny, readOnlyAfterInsert isReadOnlyAfterInsert: Bool = false,
    aliases: [String] = [], renamedFrom formerNames: [String] = [],
    column: String? = nil, shownIf shown: String? = nil, requiredIf needed: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    let option = RelationshipOption { description in
      description.placeholder = placeholder
      description.isRequired = isRequired
      description.isUnique = isUnique
      description.deleteRule = rule
      description.writability = isReadOnlyAfterInsert ? .onInsert : .always
      description.aliases = aliases
      description.formerNames = formerNames
      if let column { description.column = column }
      description.shownIf = shown.map { Formula($0) }
      description.requiredIf = needed.map { Formula($0) }
    }
    options = [option]
  }

  /// The description under a name, for a relationship outside an entity, such as an input of an action.
  public func describing(_ name: String) -> RelationshipDescription { description(named: name) }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .toOne, target: Target.name)
    for option in options { option.apply(&description) }
    return description
  }
}

/// The other end of a to-one relationship: `let courses = ToMany<Course>("Courses taught", inverse: \.teacher)`.
public final class ToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let inverse: @Sendable () -> any RelationshipProperty
  private let minimum: Int
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse() }

  /// A relationship stored in the target's to-one relationship.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - inverse: the to-one relationship of the target.
  ///   - minimum: the minimum number of parts with which a record is saved.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init<Owner>(
    _ label: String, inverse: any KeyPath<Target, ToOne<Owner>> & Sendable, atLeast minimum: Int = 0,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.minimum = minimum
    self.inverse = { Target.declaration.prototype[keyPath: inverse] }
  }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .toMany, target: Target.name)
    description.minimumCount = minimum
    return description
  }
}

/// A many-to-many relationship, stored in a join table: `let students = ManyToMany<User>("Students", inverse:
/// \.studies)`.
///
/// Only one side names the inverse, because Swift can't infer the types of two `let` properties that name each other.
/// The other side is resolved from it.
public final class ManyToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let isTags: Bool
  private let formerNames: [String]
  private let inverse: (@Sendable () -> any RelationshipProperty)?
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse?() }

  /// A relationship whose inverse is named on the other side, or that has none.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - isTags: whether people type the names of the related records, and new names make new records.
  ///   - formerNames: the names of earlier versions of the model, including those of a to-one relationship; the links stay.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init(
    _ label: String, tags isTags: Bool = false, renamedFrom formerNames: [String] = [],
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.isTags = isTags
    self.formerNames = formerNames
    self.inverse = nil
  }

  /// A relationship with its inverse.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - isTags: whether people type the names of the related records, and new names make new records.
  ///   - inverse: the relationship of the target.
  ///   - formerNames: the names of earlier versions of the model, including those of a to-one relationship; the links stay.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init<Owner>(
    _ label: String, tags isTags: Bool = false, inverse: any KeyPath<Target, ManyToMany<Owner>> & Sendable,
    renamedFrom formerNames: [String] = [], fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.isTags = isTags
    self.formerNames = formerNames
    self.inverse = { Target.declaration.prototype[keyPath: inverse] }
  }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .manyToMany, target: Target.name)
    description.isTags = isTags
    description.formerNames = formerNames
    return description
  }
}

/// A declared relationship. ``ModelDescription`` resolves its target and inverse.
protocol RelationshipProperty: Property {
  var target: any Entity.Type { get }
  /// The relationship of the target that is declared as the inverse.
  var declaredInverse: (any RelationshipProperty)? { get }
  func description(named name: String) -> RelationshipDescription
}
