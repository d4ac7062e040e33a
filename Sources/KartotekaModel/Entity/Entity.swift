/// A kind of record, declared as a structure of attributes and relationships:
///
/// ```swift
/// struct Course: Entity {
///   let name = Attribute<String>("Course name", .required, .title)
///   let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
///   let students = ManyToMany<User>("Students", inverse: \.studies)
/// }
/// ```
/// The structure's instance holds no data: it is read once, by its `Mirror`, into an ``EntityDescription``.
/// Data are in ``Record``s of it.
public protocol Entity: Sendable {
  /// The declaration.
  init()
  /// The name in addresses, files and the API, in the plural: `order-details`. Derived from the type's name
  /// unless declared.
  static var plural: String { get }
  /// What people call one record and several, in small letters and in English: `Nouns("person", "people")`.
  static var nouns: Nouns { get }
  /// The name of the table. ``plural`` with underscores unless declared.
  static var table: String { get }
  /// The names that it had in earlier versions of the model, of the type or of the table: its records stay, under the
  /// new name. None unless declared.
  static var formerNames: [String] { get }
  /// What people call a record that has no name but its number: `Order {number}`, a key into the catalogue. Nil
  /// unless declared.
  static var numberedTitle: String? { get }
  /// What no two of its records have in common, beside single attributes that are unique: none unless declared.
  static var uniqueKeys: [UniqueKey<Self>] { get }
  /// The states that a record can be in, told from its own values; none unless declared.
  static var states: [StateDescription] { get }
  /// How its records follow from another entity's; nil, as usual, for records that people keep.
  static var derivation: DerivationDescription? { get }
}

extension Entity {
  /// The entity's name: the type's, with a small first letter.
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

  /// None: records are named by their attributes.
  public static var numberedTitle: String? { nil }

  /// ``plural`` with underscores.
  public static var table: String { plural.replacing("-", with: "_") }

  /// None.
  public static var uniqueKeys: [UniqueKey<Self>] { [] }

  /// None.
  public static var states: [StateDescription] { [] }

  /// Records that people keep.
  public static var derivation: DerivationDescription? { nil }
}

/// What people call one record and several: keys into the catalogue, in small letters.
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
