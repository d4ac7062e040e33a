/// A value type of an application's own, stored as text in a normal form: an IBAN, an ISBN, a licence plate.
///
/// ```swift
/// struct MicrochipNumber: OwnValue {
///   static let kind = KindName(rawValue: "microchip")
///   static let example = "616093900012345"
///   let text: String
///
///   init(parsing text: String) throws(ValueFault) {
///     let digits = text.filter { $0.isASCII && $0.isNumber }
///     guard digits.count == 15 else { throw ValueFault("A microchip number has 15 digits") }
///     self.text = digits
///   }
/// }
///
/// let chip = Attribute<MicrochipNumber>("Microchip", .unique)
/// ```
/// Forms, tables, filters, imports, the API, exports and commands read and write the value by this type. A description
/// names its kind, and has text in its place where the code is missing. Its rules are checked at the start (rule
/// `own-kind-sound`).
///
/// ## Topics
/// ### Reading and writing
/// - ``init(parsing:)``
/// - ``text``
/// - ``display(in:)``
/// ### Finding
/// - ``searchText(_:)``
/// - ``identifies``
/// ### Describing
/// - ``example``
/// - ``pattern``
/// - ``summary``
/// - ``input``
/// - ``sample(_:)``
public protocol OwnValue: AttributeValue {
  /// An example, as a person writes it. OpenAPI and sample data have it.
  static var example: String { get }
  /// Reads text of a person, a file or the API: not empty, without white space at the ends.
  /// - Throws: ``ValueFault`` with the sentence that people read, a key of the application's catalogue.
  init(parsing text: String) throws(ValueFault)
  /// The normal form: what is stored, exported and sent by the API. ``init(parsing:)`` reads it to the same value.
  var text: String { get }
  /// The value as people read it; ``text`` by default. ``init(parsing:)`` reads it to the same value.
  func display(in say: Localizer) -> String
  /// The text by which values are searched and sorted, of a whole value or of a part that somebody searches for, such as
  /// the same without hyphens; the text itself by default. Case and accents are folded afterwards.
  static func searchText(_ text: String) -> String
  /// Whether two records with the same value are probably about the same thing; true by default.
  static var identifies: Bool { get }
  /// A regular expression of the whole normal form, for OpenAPI; none by default.
  static var pattern: String? { get }
  /// The description of the text, in a line for OpenAPI; none by default.
  static var summary: String? { get }
  /// The hints for a browser's input; text without capitals and spelling by default.
  static var input: InputHints { get }
  /// A sample value by its number, from 0 on, as a person writes it; ``example`` by default. Attributes that are `.unique`
  /// need different ones for sample data.
  static func sample(_ number: Int) -> String
}

extension OwnValue {
  /// The text.
  public func display(in say: Localizer) -> String { text }
  /// The text itself.
  public static func searchText(_ text: String) -> String { text }
  /// True.
  public static var identifies: Bool { true }
  /// None.
  public static var pattern: String? { nil }
  /// None.
  public static var summary: String? { nil }
  /// Text without capitals and spelling.
  public static var input: InputHints { InputHints() }
  /// The example.
  public static func sample(_ number: Int) -> String { example }

  /// The normal form.
  public func stored(for attribute: AttributeDescription) -> Value { .text(text) }
  /// The value of a stored text; nil for text that is none, which another program may have written.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> Self? {
    if case .text(let text) = value { try? Self(parsing: text) } else { nil }
  }

  static var code: KindCode { KindCode(OwnKind<Self>()) }
}

/// The hints for a browser's input of a value of ``OwnValue``.
public struct InputHints: Hashable, Sendable {
  /// The keys that a phone shows.
  public enum Keyboard: Hashable, Sendable, CaseIterable {
    /// Letters.
    case text
    /// Digits alone.
    case digits
    /// Digits with a decimal separator.
    case decimal
    /// Digits with `+`, `*` and `#`.
    case phone
    /// Letters with `@`.
    case mail
    /// Letters with `/`.
    case web
  }

  /// The keys that a phone shows.
  public let keyboard: Keyboard
  /// Whether a phone types capital letters.
  public let isUppercase: Bool
  /// An example in the empty field, a catalogue key; attributes may have their own.
  public let placeholder: String?

  /// Hints; letters without capitals by default.
  public init(keyboard: Keyboard = .text, isUppercase: Bool = false, placeholder: String? = nil) {
    self.keyboard = keyboard
    self.isUppercase = isUppercase
    self.placeholder = placeholder
  }
}
