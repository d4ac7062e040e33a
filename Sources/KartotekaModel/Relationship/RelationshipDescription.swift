/// What happens to the records that refer to one that is deleted.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// Nothing is deleted while any refers to it.
  case deny
  /// They lose the reference.
  case nullify
  /// They are deleted too.
  case cascade
}

/// One relationship of an entity, as everything that is derived from it reads it.
public struct RelationshipDescription: Hashable, Sendable, Codable {
  /// How many records it can lead to, and where that is kept.
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
  /// What people read, a key into the catalogue: `Teacher`.
  public var label: String
  /// How many records it leads to.
  public var cardinality: Cardinality
  /// The entity it leads to, by its ``EntityDescription/name``.
  public var target: String
  /// The relationship of the target that leads back, where there is one.
  public var inverse: String?
  /// Whether a record needs a related one (to-one only).
  public var isRequired = false
  /// Whether a related record can belong to one record only (to-one only).
  public var isUnique = false
  /// The fewest related records that a record is saved with where they are saved along with it (to-many only).
  public var minimumCount = 0
  /// What deleting the related record does to this one (to-one only; a join table's rows always go).
  public var deleteRule = DeleteRule.deny
  /// When a value may be written.
  public var writability = AttributeDescription.Writability.always
  /// What stands in the row while nothing is chosen: a key into the catalogue.
  public var placeholder: String?
  /// Other headings that files have for this column.
  public var aliases: [String] = []
  /// The names that it had in earlier versions of the model; a migration renames its column or join table.
  public var formerNames: [String] = []
  /// The column of a to-one relationship: `teacher_id`.
  public var column: String
  /// The join table of a many-to-many relationship; the same on both sides.
  public var joinTable: String?
  /// The join table's column for this entity's record, and the one for the related record.
  public var joinColumns: JoinColumns?

  /// The two columns of a join table, seen from one side.
  public struct JoinColumns: Hashable, Sendable, Codable {
    /// The column with the id of the record whose relationship it is.
    public var own: String
    /// The column with the id of the related record.
    public var related: String

    /// The two columns.
    public init(own: String, related: String) {
      self.own = own
      self.related = related
    }
  }

  /// A relationship with no rules of its own.
  public init(name: String, label: String, cardinality: Cardinality, target: String) {
    self.name = name
    self.label = label
    self.cardinality = cardinality
    self.target = target
    self.column = Naming.snakeCase(name) + "_id"
  }
}
