/// What a column can be declared to store in a STRICT table.
public enum StorageClass: String, Sendable, Codable {
  case integer, real, text, blob
}

/// A kind of attribute: how its values are read, checked, shown and exchanged.
///
/// One file per kind here, and one of the same name in every layer that has something of its own to say
/// about it (its column's CHECK, its form control). A new kind is a new type and a line in ``AttributeKinds``.
/// Whatever a kind needs to know about one attribute (scale, choices, range) is in the description it is given.
public protocol AttributeKind: Sendable {
  /// The kind's name.
  var name: KindName { get }
  /// How its values are stored.
  var storage: StorageClass { get }
  /// Whether its values have an order that a least and a greatest value make sense in.
  var hasRange: Bool { get }
  /// Whether people read what their language calls a value and not the text that is stored.
  var isTranslated: Bool { get }
  /// Whether values are searched and sorted by something other than their text: see ``keyText(_:_:)``.
  var hasKeyText: Bool { get }
  /// What a text of the kind is searched and sorted by before it is folded: the text, what languages call it, or the
  /// digits of a phone number. For ``Collation/root`` all that it is found by, beginning with its English name, in lines; for others the name of their
  /// language.
  func keyText(_ text: String, _ collation: Collation) -> String
  /// Reads what a person or a file wrote: never empty, already without white space at the ends.
  /// - Throws: ``ValueFault`` that says what is wrong with the text.
  func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value
  /// Reads a value of the API or of a JSON file; never JSON null.
  /// - Throws: ``ValueFault`` that says what is wrong with it.
  func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value
  /// What tells whether bytes of a file are already the text that would be stored: `value(text:for:)` would read them
  /// as themselves and the attribute's rules allow it. An import then binds them without making a String. Nil where
  /// they never are.
  ///
  /// No is always a right answer, and costs time only.
  func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck?
  /// The value as it is edited and exported; `value(text:for:)` reads it back as the same value.
  func text(_ value: Value, for attribute: AttributeDescription) -> String
  /// Writes the value for the API; never called for null.
  func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription)
  /// The value as a person reads it in a list.
  func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String
  /// What is wrong with a value of the right storage class that did not come through `value(text:for:)`:
  /// nil when nothing is.
  func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault?
}

/// Tells whether bytes of a file are the text that would be stored; see ``AttributeKind/canonicalCheck(for:)``. It is made
/// once for a column, so that a million rows don't ask the attribute for its rules.
public typealias CanonicalCheck = @Sendable (UnsafeRawBufferPointer) -> Bool

/// Why a value can't be taken.
public struct ValueFault: Error, Hashable, Sendable {
  /// The reason, for the person.
  public let phrase: Phrase
  /// A fault with that reason.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}

/// The kinds there are.
public enum AttributeKinds {
  /// Every kind; a new one is added here and nowhere else.
  public static let all: [any AttributeKind] = [
    TextKind(), IntegerKind(), RealKind(), DecimalKind(), BooleanKind(), DateKind(), TimestampKind(),
    ChoiceKind(), MailKind(), PhoneKind(), URLKind(), BlobKind(), PictureKind(), CoordinateKind(),
    CountryKind(),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The kind of that name; nil when there is none.
  public static func named(_ name: KindName) -> (any AttributeKind)? { byName[name] }
}

// What most kinds have in common: values stored as text are themselves in JSON and in exports.
extension AttributeKind {
  /// Whether its values are numbers: what has a range and is not written as text.
  public var isNumber: Bool { hasRange && storage != .text }

  /// No range, for kinds that don't say otherwise.
  public var hasRange: Bool { false }

  /// No, for kinds whose values read alike in all languages.
  public var isTranslated: Bool { false }

  /// For kinds whose values languages call differently.
  public var hasKeyText: Bool { isTranslated }

  /// The text itself.
  public func keyText(_ text: String, _ collation: Collation) -> String { text }

  /// None, for kinds that don't look at bytes.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? { nil }

  /// Accepts a JSON string and reads it as text; other types are faults.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard case .string(let text) = json else { throw ValueFault("This has to be text in quotes") }
    return try value(untrimmed: text, for: attribute)
  }

  /// Reads text as it comes: blank text is no value.
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

  /// The same as ``text(_:for:)``.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    text(value, for: attribute)
  }

  /// Nothing, for kinds whose every stored value is right.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? { nil }
}
