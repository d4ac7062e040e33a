/// One attribute of an entity, as everything that is derived from it reads it.
public struct AttributeDescription: Hashable, Sendable, Codable {
  /// When a value may be written.
  public enum Writability: String, Sendable, Codable, CaseIterable {
    /// Always.
    case always
    /// When the record is made, not afterwards.
    case onInsert
    /// Never by a person: kept by the application or the database.
    case never
  }

  /// Where the value of a new record comes from that was given none.
  public enum DefaultSource: Hashable, Sendable, Codable {
    /// The current day.
    case today
    /// An attribute of the record that a to-one relationship leads to, as it is then: the names of both.
    case related(relationship: String, attribute: String)
    /// What follows from another attribute of the record, by its name: of a country its English name or its position,
    /// of a name the country, of a picture the day it was taken. See ``AttributeDescription/following(_:of:)``.
    case attribute(String)
  }

  /// Which text this one is in another language.
  public struct Translation: Hashable, Sendable, Codable {
    /// The name of the attribute that is translated.
    public package(set) var attribute: String
    /// The code of the language that this one is in.
    public package(set) var language: String

    /// A translation of an attribute of the same entity.
    public init(of attribute: String, to language: Language) {
      self.attribute = attribute
      self.language = language.code
    }
  }

  /// The name in Swift and in JSON: `lastName`.
  public var name: String
  /// The column in the database: `last_name`.
  public var column: String
  /// What people read, a key into the catalogue: `Last name`.
  public var label: String
  /// The kind of value.
  public var kind: KindName
  /// Whether a record needs a value here; blank text is none.
  public var isRequired = false
  /// Whether no two records may have the same value.
  public var isUnique = false
  /// Whether the values are numbers without gaps, of which undo takes back the last one only.
  public var isSequence = false
  /// Whether the value is part of the record's title, by which other records and messages name it.
  public var isTitle = false
  /// Whether the search field looks here.
  public var isSearched = false
  /// Whether an index keeps records in this order.
  public var isSorted = false
  /// When a value may be written.
  public var writability = Writability.always
  /// What a new record has here unless told otherwise.
  public var defaultValue = Value.null
  /// Where a new record's value comes from when none is given and ``defaultValue`` is none.
  public var defaultSource: DefaultSource?
  /// What follows for the record from a value here; nil where nothing does.
  public var closing: Closing?
  /// The name of the action by which alone people set the value; nil where they write it.
  public var settingAction: String?
  /// The least value allowed, of the kind's storage class.
  public var minimum = Value.null
  /// The greatest value allowed, of the kind's storage class.
  public var maximum = Value.null
  /// The fewest characters (bytes for blobs) allowed.
  public var minimumLength = 0
  /// The most characters (bytes for blobs) allowed.
  public var maximumLength: Int
  /// A regular expression that the whole text has to match.
  public var pattern: String?
  /// What to write instead, shown when ``pattern`` doesn't match: a key into the catalogue.
  public var patternHint: String?
  /// How many digits a decimal has after the point.
  public var scale = 0
  /// The currency of a decimal that is money: its ISO 4217 code. Shown beside the number; files and the API have
  /// the number alone.
  public var currency: String?
  /// The values of a choice.
  public var choices: [Choice] = []
  /// Other headings that files have for this column.
  public var aliases: [String] = []
  /// The names that it had in earlier versions of the model; a migration renames their column.
  public var formerNames: [String] = []
  /// How a value is written, whoever writes it.
  public var formatter: ValueFormatter?
  /// Whether text may have several lines.
  public var multiline = false
  /// The name of the picture attribute that this one shows small, for lists; nil for others.
  public var thumbnailOf: String?
  /// Which attribute's text this one is in another language; nil where it translates none.
  public var translation: Translation?
  /// An example that stands in the empty field: a key into the catalogue.
  public var placeholder: String?

  /// A description with no rules but those of the kind.
  public init(name: String, label: String, kind: KindName) {
    self.name = name
    self.column = Naming.snakeCase(name)
    self.label = label
    self.kind = kind
    self.formatter = kind == .phone ? .phone : nil
    self.maximumLength = AttributeKinds.named(kind)?.storage == .blob ? 50_000_000 : TextKind.longest.oneLine
  }

  /// What a new record has here before anything is given.
  public var initialValue: Value {
    if case .today = defaultSource, defaultValue.isNull { return .text(CalendarDate.today.description) }
    return defaultValue
  }

  /// The behaviour of the attribute's kind. An unknown kind, which the description's check reports before
  /// anything starts, reads as text.
  public var behavior: any AttributeKind { AttributeKinds.named(kind) ?? TextKind() }

  /// Whether values are bytes, which have addresses of their own and show nowhere as text.
  public var isBytes: Bool { behavior.storage == .blob }

  /// Whether values are stored as text.
  public var isText: Bool { behavior.storage == .text }
}
