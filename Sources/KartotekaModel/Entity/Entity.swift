/// An entity, declared as a structure of attributes and relationships:
///
/// ```swift
/// struct Course: Entity {
///   let name = Attribute<String>("Course name", .required, .title)
///   let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
///   let students = ManyToMany<User>("Students", inverse: \.studies)
/// }
/// ```
/// An instance holds no data. A `Mirror` reads one instance, once, into an ``EntityDescription``. ``Record``s hold the
/// data.
public protocol Entity: Sendable {
  /// Makes the instance that is read as the declaration.
  init()
  /// The name in addresses, files and the API, in the plural: `order-details`. Derived from the type's name
  /// unless declared.
  static var plural: String { get }
  /// The nouns for one record and for several, in lower-case English: `Nouns("person", "people")`.
  static var nouns: Nouns { get }
  /// The name of the table. ``plural`` with underscores unless declared.
  static var table: String { get }
  /// The names of the type or the table in earlier versions of the model; their records stay. Empty unless declared.
  static var formerNames: [String] { get }
  /// The title of a record without a value of a title attribute: `Order {number}`, a catalogue key. Nil unless declared.
  static var numberedTitle: String? { get }
  /// Combinations of values that must be unique, beside single unique attributes. Empty unless declared.
  static var uniqueKeys: [UniqueKey<Self>] { get }
  /// The states of a record. Empty unless declared.
  static var states: [StateDescription] { get }
  /// The conditions that records keep, as formulas. Empty unless declared.
  static var rules: [RuleDescription] { get }
  /// The derivation from another entity; nil for records that people edit.
  static var derivation: DerivationDescription? { get }
  /// Whether people can write notes and attach files to records. The notes are an entity of their own: `user-notes`.
  /// False unless declared.
  static var hasNotes: Bool { get }
}

extension Entity {
  /// The entity's name: the type's name with a lower-case first letter.
  public static var name: String {
    let type = String(describing: Self.self)
    return type.prefix(1).lowercased() + type.dropFirst()
  }

  /// The plural of the type's name.
  public static var plural: String {
    Naming.kebabPlural(String(describing: Self.self))
  }

  /// The type's name and its plural.
  public static var nouns: Nouns {
    Nouns(
      Naming.kebabCase(String(describing: Self.self)).replacing("-", with: " "),
      plural.replacing("-", with: " "))
  }

  /// None.
  public static var formerNames: [String] { [] }

  /// None: attributes make the title, else `No. {number}`.
  public static var numberedTitle: String? { nil }

  /// ``plural`` with underscores.
  public static var table: String { plural.replacing("-", with: "_") }

  /// None.
  public static var uniqueKeys: [UniqueKey<Self>] { [] }

  /// None.
  public static var states: [StateDescription] { [] }

  /// None.
  public static var rules: [RuleDescription] { [] }

  /// None.
  public static var derivation: DerivationDescription? { nil }

  /// No notes.
  public static var hasNotes: Bool { false }
}

/// The nouns for one record and for several: lower-case catalogue keys.
public struct Nouns: Hashable, Sendable, Codable {
  /// One: `person`.
  public package(set) var one: String
  /// Several: `people`.
  public package(set) var many: String

  /// The two nouns.
  public init(_ one: String, _ many: String) {
    self.one = one
    self.many = many
  }
}

/// Attributes and to-one relationships whose combined values are unique, such as order and product of an order's line.
///
/// ```swift
/// static let uniqueKeys = [UniqueKey(\OrderDetail.order, \.product)]
/// ```
/// As in SQL, a record without one of the values is different from every other.
public struct UniqueKey<E: Entity>: Sendable {
  // Evaluated on use: the declaration that the key paths read may not be complete yet.
  private let lookUp: @Sendable () -> [String]

  /// The names of the attributes and relationships.
  public var names: [String] { lookUp() }

  /// A key of at least two attributes and to-one relationships.
  public init<each P: ColumnProperty>(_ paths: repeat any KeyPath<E, each P> & Sendable) {
    lookUp = {
      var names: [String] = []
      for path in repeat each paths { names.append(E.name(of: path)) }
      return names
    }
  }
}
