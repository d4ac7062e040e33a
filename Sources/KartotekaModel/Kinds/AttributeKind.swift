/// The type of a column in a STRICT table.
public enum StorageClass: String, Sendable, Codable {
  case integer, real, text, blob
}

/// A kind of attribute: how its values are read, checked, shown and exchanged.
///
/// A kind is one file here, and one of the same name in each layer that extends it (CHECK clause, form control). A new
/// kind is a new type and a line in `AttributeKinds`. Everything that differs between attributes of a kind (scale,
/// choices, range) is in the description.
public protocol AttributeKind: Sendable {
  /// The kind's name.
  var name: KindName { get }
  /// The storage class of its values.
  var storage: StorageClass { get }
  /// Whether values have an order, so that a minimum and maximum apply.
  var hasRange: Bool { get }
  /// Whether people read a translation of the value instead of the stored text.
  var isTranslated: Bool { get }
  /// Whether two records with the same value are probably about the same thing, such as people with one mail address.
  var identifies: Bool { get }
  /// Whether values are searched and sorted by another text: see ``keyText(_:_:)``.
  var hasKeyText: Bool { get }
  /// The text by which a value is searched and sorted, before folding: the text itself, its translations, or a phone
  /// number's digits. For ``Collation/root`` it is all names in lines, the English one first; for other collations the
  /// name in their language.
  func keyText(_ text: String, _ collation: Collation) -> String
  /// Parses text that a person or a file contains: not empty, without white space at the ends.
  /// - Throws: ``ValueFault`` with the reason.
  func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value
  /// Parses a value of the API or of a JSON file; never JSON null.
  /// - Throws: ``ValueFault`` with the reason.
  func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value
  /// A check whether bytes of a file equal the text that would be stored: `value(text:for:)` would return them
  /// unchanged, and the attribute's rules allow it. An import binds such bytes without a String. Nil if there is no
  /// check.
  ///
  /// A false negative costs only time.
  func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck?
  /// The value for editing and export; `value(text:for:)` parses it to the same value.
  func text(_ value: Value, for attribute: AttributeDescription) -> String
  /// Writes the value for the API; never called for null.
  func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription)
  /// The value as people read it.
  func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String
  /// The value as people read it in a row of a list, where there is little space.
  func brief(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String
  /// The error in a value of the right storage class that was not parsed by `value(text:for:)`; nil for none.
  func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault?
}

/// Checks whether bytes of a file equal the text that would be stored; see ``AttributeKind/canonicalCheck(for:)``. It
/// is created once for a column.
public typealias CanonicalCheck = @Sendable (UnsafeRawBufferPointer) -> Bool

/// Why a value is invalid.
public struct ValueFault: Error, Hashable, Sendable {
  /// The reason that people read.
  public let phrase: Phrase
  /// An error with that reason.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}

/// The registered kinds.
package enum AttributeKinds {
  /// All kinds that a model can declare. A new kind is added here and nowhere else.
  package static let all: [any AttributeKind] = [
    TextKind(), IntegerKind(), RealKind(), DecimalKind(), BooleanKind(), DateKind(), TimestampKind(),
    ChoiceKind(), MailKind(), PhoneKind(), URLKind(), BlobKind(), PictureKind(), CoordinateKind(),
    CountryKind(),
  ]

  /// The kinds of columns in a file of another program, which hold what no declared kind would accept.
  package static let reflected: [any AttributeKind] = [StoredKind(), StoredJSONKind()] + StoredMomentKind.all

  private static let byName = Dictionary(uniqueKeysWithValues: (all + reflected).map { ($0.name, $0) })

  /// The kind of that name; nil for none.
  package static func named(_ name: KindName) -> (any AttributeKind)? { byName[name] }
}

// Defaults: values stored as text have the same form in JSON and in exports.
extension AttributeKind {
  /// Whether its values are numbers: they have a range and are not stored as text.
  public var isNumber: Bool { hasRange && storage != .text }

  /// False by default.
  public var hasRange: Bool { false }

  /// False by default.
  public var isTranslated: Bool { false }

  /// False by default.
  public var identifies: Bool { false }

  /// True by default for translated kinds.
  public var hasKeyText: Bool { isTranslated }

  /// The text itself by default.
  public func keyText(_ text: String, _ collation: Collation) -> String { text }

  /// No check by default.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? { nil }

  /// Parses a JSON string as text; other types are errors.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard case .string(let text) = json else { throw ValueFault("This has to be text in quotes") }
    return try value(untrimmed: text, for: attribute)
  }

  /// Parses untrimmed text; blank text is no value.
  func value(untrimmed text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    let trimmed = text.trimmingSpaces()
    return trimmed.isEmpty ? .null : try value(text: trimmed, for: attribute)
  }

  /// The stored text, or the number's digits.
  public func text(_ value: Value, for attribute: AttributeDescription) -> String {
    switch value {
    case .null, .blob: ""
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let text): text
    }
  }

  /// A JSON string or number as it is stored.
  public func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    switch value {
    case .null, .blob: json.null()
    case .integer(let integer): json.int(integer)
    case .real(let real): json.number(String(real))
    case .text(let text): json.string(text)
    }
  }

  /// ``text(_:for:)`` by default.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    text(value, for: attribute)
  }

  /// ``display(_:for:in:)`` by default.
  public func brief(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    display(value, for: attribute, in: say)
  }

  /// No fault by default.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? { nil }
}
