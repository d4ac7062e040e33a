/// The effect of deleting a record on the records that refer to it.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// The deletion is refused.
  case deny
  /// Their reference is cleared.
  case nullify
  /// They are deleted too.
  case cascade
}

/// The description of a relationship.
public struct RelationshipDescription: Hashable, Sendable, Codable {
  /// The number of related records, and where the relationship is stored.
  public enum Cardinality: String, Sendable, Codable, CaseIterable {
    /// One or none: a column of this entity's table.
    case toOne
    /// Many: the column of the inverse to-one relationship.
    case toMany
    /// Many on both sides: a join table.
    case manyToMany
  }

  /// The name in Swift and in JSON: `teacher`.
  public var name: String
  /// The label that people read, a catalogue key: `Teacher`.
  public var label: String
  /// The number of related records.
  package var cardinality: Cardinality
  /// The ``EntityDescription/name`` of the related entity.
  public var target: String
  /// The inverse relationship of the target, if there is one.
  public var inverse: String?
  /// Whether a related record is required (to-one only).
  package var isRequired = false
  /// Whether a record can be related to one record only (to-one only).
  package var isUnique = false
  /// The minimum number of parts with which a record is saved (to-many only).
  package var minimumCount = 0
  /// The effect of deleting the related record on this one (to-one only; rows of join tables are always deleted).
  package var deleteRule = DeleteRule.deny
  /// The formula that says whether forms show the relationship; nil for always (to-one only). A hidden field keeps its value.
  package var shownIf: Formula?
  /// The formula that says whether a record needs a related one; nil for what ``isRequired`` says (to-one only).
  package var requiredIf: Formula?
  /// When the value can be written.
  package var writability = AttributeDescription.Writability.always
  /// The text shown while nothing is chosen: a catalogue key.
  public var placeholder: String?
  /// Other headings that identify this column in files.
  public var aliases: [String] = []
  // Optional, since the notes of earlier versions lack it.
  private var isGrowing: Bool?
  /// Whether people type the names of the related records, and new names make new records (many-to-many only).
  package var isTags: Bool {
    get { isGrowing ?? false }
    set { isGrowing = newValue ? true : nil }
  }
  /// The names of earlier versions of the model; a migration renames their column or join table.
  package var formerNames: [String] = []
  /// The column of a to-one relationship: `teacher_id`.
  public var column: String
  /// The join table of a many-to-many relationship; the same on both sides.
  package var joinTable: String?
  /// The join table's columns for this entity and for the related one.
  package var joinColumns: JoinColumns?

  /// The columns of a reference to a table of another program's SQLite file by another key than its rowid; nil for others.
  ///
  /// A record has the rowid of the related record, or the stored value if no record has it as its key.
  package var keyed: KeyedReference?

  /// The rules of the column in another program's SQLite file; nil for columns of our own.
  public var source: ColumnSource?

  /// A reference by a key.
  public struct KeyedReference: Hashable, Sendable, Codable {
    /// The column of the related table.
    public var target: String

    /// A reference to a column of the related table.
    package init(target: String) { self.target = target }
  }

  /// The two columns of a join table, seen from one side.
  public struct JoinColumns: Hashable, Sendable, Codable {
    /// The column with the id of the record whose relationship it is.
    public var own: String
    /// The column with the id of the related record.
    public var related: String

    /// The two columns.
    package init(own: String, related: String) {
      self.own = own
      self.related = related
    }
  }

  /// A relationship without further rules.
  package init(name: String, label: String, cardinality: Cardinality, target: String) {
    self.name = name
    self.label = label
    self.cardinality = cardinality
    self.target = target
    self.column = Naming.snakeCase(name) + "_id"
  }
}

extension RelationshipDescription {
  /// The inverse to-one relationship if the related records are parts of the record: they are deleted with it and can
  /// be saved with it. Nil for other relationships, and for notes, which are saved one by one.
  package func partOwner(in model: ModelDescription) -> RelationshipDescription? {
    model.entity(named: target)?.notesOwner == nil ? dependentOwner(in: model) : nil
  }

  /// The inverse to-one relationship if the related records, such as parts and notes, are deleted with the record.
  package func dependentOwner(in model: ModelDescription) -> RelationshipDescription? {
    guard cardinality == .toMany, let target = model.entity(named: target), !target.isDerived, target.source == nil,
      let owner = inverse.flatMap(target.relationship), owner.deleteRule == .cascade, owner.isRequired
    else { return nil }
    return owner
  }

  /// Whether a new record can be saved with the ids of the records that the relationship leads to: it is to-many or
  /// many-to-many, leads to no parts, and both sides are written by people.
  package func takesIDs(in model: ModelDescription) -> Bool {
    guard cardinality != .toOne, let target = model.entity(named: target), !target.isDerived, target.source == nil
    else {
      return false
    }
    return dependentOwner(in: model) == nil
  }
}

extension EntityDescription {
  /// The many-to-many relationships, in the order of their declaration.
  package var manyToMany: [RelationshipDescription] { relationships.filter { $0.cardinality == .manyToMany } }

  /// The many-to-many relationships that name the join table: those that name their inverse or have none. Each join
  /// table has one such relationship.
  package var leadingManyToMany: [RelationshipDescription] {
    manyToMany.filter { $0.joinTable == table + "_" + Naming.snakeCase($0.name) }
  }
}
