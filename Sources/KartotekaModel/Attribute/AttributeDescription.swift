import Foundation

/// The description of an attribute, from which schema, forms, API and import are generated.
public struct AttributeDescription: Hashable, Sendable, Codable {
  /// When an attribute's value can be written.
  public enum Writability: String, Sendable, Codable, CaseIterable {
    /// Always.
    case always
    /// Only when the record is created.
    case onInsert
    /// Never by a person; the application or the database sets it.
    case never
  }

  /// The source of a new record's default value.
  public enum DefaultSource: Hashable, Sendable, Codable {
    /// The current day.
    case today
    /// The day a number of days after the current one; negative for an earlier one.
    case later(days: Int)
    /// The current moment.
    case now
    /// An attribute of the related record at the time of creation: the names of the to-one relationship and the
    /// attribute.
    case related(relationship: String, attribute: String)
    /// A value derived from another attribute of the record, by its name: a country's English name or position, the
    /// country that a name denotes, the day a picture was taken. See `AttributeDescription/following(_:of:)`.
    case attribute(String)
    /// A formula over the values of the new record and those of related ones.
    case formula(Formula)
  }

  /// The attribute that a text translates, and the language of the translation.
  public struct Translation: Hashable, Sendable, Codable {
    /// The name of the attribute that is translated.
    public package(set) var attribute: String
    /// The code of the translation's language.
    public package(set) var language: String

    /// A translation of an attribute of the same entity.
    package init(of attribute: String, to language: Language) {
      self.attribute = attribute
      self.language = language.code
    }
  }

  /// The name in Swift and in JSON: `lastName`.
  public var name: String
  /// The column in the database: `last_name`.
  public var column: String
  /// The label that people read, a catalogue key: `Last name`.
  public var label: String
  /// The kind of value.
  public var kind: KindName
  /// The kind where it is the application's own (``OwnValue``); nil for the platform's kinds.
  public var code: KindCode?
  /// Whether the value is required. Blank text counts as no value.
  package var isRequired = false
  /// Whether no two records may have the same value.
  package var isUnique = false
  /// Whether the values are numbers without gaps. Undo frees only the last one.
  package var isSequence = false
  /// The to-one relationship within whose record the values are the places 1, 2, 3 …, which the store keeps without gaps; nil for
  /// other attributes.
  package var placeIn: String?
  /// Whether the value is part of the record's title, by which other records and messages name it.
  package var isTitle = false
  /// Whether the search field searches this attribute.
  package var isSearched = false
  /// Whether the store maintains an index in this order.
  package var isSorted = false
  /// When a value may be written.
  package var writability = Writability.always
  /// The constant default of a new record.
  package var defaultValue = Value.null
  /// The source of a new record's value if none is given and ``defaultValue`` is null.
  package var defaultSource: DefaultSource?
  /// When or by whom the record was made or changed, which the store alone writes; nil for other attributes.
  package var stamp: Stamp?
  /// The formula that says whether forms show the attribute; nil for always. A hidden field keeps its value.
  package var shownIf: Formula?
  /// The formula that says whether a record needs a value; nil for what ``isRequired`` says.
  package var requiredIf: Formula?
  /// The effect of a value that closes its record; nil for other attributes.
  public var closing: Closing?
  /// The name of the only action that sets the value for people; nil if people edit it directly.
  package var settingAction: String?
  /// The minimum value, in the kind's storage class.
  package var minimum = Value.null
  /// The maximum value, in the kind's storage class.
  public var maximum = Value.null
  /// The minimum number of characters, or bytes for blobs.
  package var minimumLength = 0
  /// The maximum number of characters, or bytes for blobs.
  package var maximumLength: Int
  /// A regular expression that must match the whole text.
  public var pattern: String?
  /// The hint that is shown when ``pattern`` does not match: a catalogue key.
  package var patternHint: String?
  /// The number of decimal places of a decimal.
  public var scale = 0
  /// The ISO 4217 code of the currency, for decimals that are money. Screens show it; files and the API contain the
  /// number only.
  public var currency: String?
  /// The form in which people read and type the number; nil for its digits. Files of spreadsheets have its format, the API the
  /// number only.
  package var form: NumberForm?
  /// The bar codes that the texts are; nil for other attributes.
  package var barcode: BarcodeForm?
  /// The pattern of the numbers that the store gives to new records (``NumberSeries``); nil for other attributes.
  package var series: String?
  /// The values of a choice.
  package var choices: [Choice] = []
  /// Other headings that identify this column in files.
  public var aliases: [String] = []
  /// The names of earlier versions of the model; a migration renames their column.
  package var formerNames: [String] = []
  /// The formatter that is applied to every written value.
  public var formatter: ValueFormatter?
  /// Whether the text may have several lines.
  public var multiline = false
  /// The name of the picture attribute of which this is the thumbnail; nil for others.
  package var thumbnailOf: String?
  /// The attribute that this text translates; nil if it is no translation.
  public var translation: Translation?
  /// An example shown in the empty field: a catalogue key.
  public var placeholder: String?
  /// The explanation below the field in forms, also that of the API's description: a catalogue key.
  package var help: String?
  // Optional, since the notes of earlier versions lack it.
  private var isUnseen: Bool?
  /// Whether forms leave the attribute out. Lists, exports, formulas and the API have it.
  package var isHiddenInForms: Bool {
    get { isUnseen ?? false }
    set { isUnseen = newValue ? true : nil }
  }
  /// The part of a line that it takes in forms at a desk; nil for the whole line.
  package var width: FieldWidth?
  // Optional, since the notes of earlier versions lack it.
  private var isHue: Bool?
  /// Whether the values are the colours in which the record's title is shown where others lead to it: names of
  /// ``StateDescription/Tone``.
  package var isColour: Bool {
    get { isHue ?? false }
    set { isHue = newValue ? true : nil }
  }
  /// The rules of the column in another program's SQLite file, whose values may be of any kind; nil for columns of our own.
  public var source: ColumnSource?

  /// An attribute with only the rules of its kind.
  package init(name: String, label: String, kind: KindName) {
    self.name = name
    self.column = Naming.snakeCase(name)
    self.label = label
    self.kind = kind
    self.formatter = kind == .phone ? .phone : nil
    self.maximumLength = AttributeKinds.named(kind)?.storage == .blob ? 50_000_000 : TextKind.longest.oneLine
  }

  /// The value of a new record before input.
  package var initialValue: Value {
    guard defaultValue.isNull else { return defaultValue }
    return switch defaultSource {
    case .today: .text(CalendarDate.today.description)
    case .later(let days): .text(CalendarDate.today.adding(days: days).description)
    case .now: .text(Timestamp.text(Date()))
    default: .null
    }
  }

  /// The behaviour of the attribute's kind. An unknown kind reads as text; the check of the description reports it
  /// before the start.
  public var behavior: any AttributeKind { code?.behavior ?? AttributeKinds.named(kind) ?? TextKind() }

  /// A value as it is shown in a title: of a text of several lines the first line, and of that at most 80 characters.
  package func title(_ text: String) -> String {
    guard multiline else { return text }
    let start = text.prefix(80).prefix { !$0.isNewline }
    return start.count == text.count ? text : start + "…"
  }

  /// Whether values are bytes. They have their own addresses and are not shown as text.
  package var isBytes: Bool { behavior.storage == .blob }

  /// Whether values are stored as text.
  package var isText: Bool { behavior.storage == .text }

  /// Whether people read its values as texts, so that the search looks in it unless it is told otherwise.
  package var isReadAsText: Bool { isText && ![.date, .timestamp, .coordinate].contains(kind) }
}
