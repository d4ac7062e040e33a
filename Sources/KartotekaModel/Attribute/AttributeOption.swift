import Foundation

/// A rule or a hint that an attribute is declared with.
public struct AttributeOption<Value: AttributeValue>: Sendable {
  /// When an option is applied.
  enum Time {
    /// Before others, which need what it says.
    case first
    /// When the attribute is read.
    case usual
    /// When all entities are read, since it names what others declare.
    case last
  }

  let time: Time
  let apply: @Sendable (inout AttributeDescription) -> Void

  init(first: Bool = false, _ apply: @escaping @Sendable (inout AttributeDescription) -> Void) {
    self.init(first ? .first : .usual, apply)
  }

  init(_ time: Time, _ apply: @escaping @Sendable (inout AttributeDescription) -> Void) {
    self.time = time
    self.apply = apply
  }

  /// A record needs a value here; blank text is none.
  public static var required: Self { Self { $0.isRequired = true } }
  /// No two records have the same value.
  public static var unique: Self { Self { $0.isUnique = true } }
  /// Part of the title by which other records and messages name the record.
  public static var title: Self { Self { $0.isTitle = true } }
  /// The search field looks here.
  public static var searched: Self { Self { $0.isSearched = true } }
  /// An index keeps records in this order.
  public static var sorted: Self { Self { $0.isSorted = true } }
  /// Written when the record is made and never again.
  public static var readOnlyAfterInsert: Self { Self { $0.writability = .onInsert } }
  /// Never written by a person.
  public static var readOnly: Self { Self { $0.writability = .never } }
  /// What a new record has here.
  public static func `default`(_ value: Value) -> Self { Self { $0.defaultValue = value.stored(for: $0) } }
  /// What the record to which a relationship leads has when the new record is added: the price of a product.
  ///
  /// Attributes that needn't have a value are filled together, only where none of those that one relationship fills is
  /// given: part of a customer's address and part of another would be nobody's.
  public static func `default`<E: Entity, T: Entity>(
    from relationship: any KeyPath<E, ToOne<T>> & Sendable, _ attribute: any KeyPath<T, Attribute<Value>> & Sendable
  ) -> Self {
    Self(.last) {
      $0.defaultSource = .related(relationship: E.name(of: relationship), attribute: T.name(of: attribute))
    }
  }
  /// A value here closes its record: people can't delete the record, and its parts stay as they are. People set the value
  /// by one action and remove it by another. Files and code may write it.
  /// - Parameter isSealing: whether people can't change the record's own values either.
  public static func closesRecord(
    by action: String, reopenedBy reopening: String? = nil, isSealing: Bool = false, _ reason: String
  ) -> Self {
    Self {
      $0.closing = Closing(reason: reason, action: action, reopening: reopening, isSealing: isSealing)
      $0.settingAction = action
    }
  }
  /// People set the value by that action alone. Files and code may write it.
  public static func set(by action: String) -> Self { Self { $0.settingAction = action } }
  /// The fewest and most characters.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    Self {
      $0.minimumLength = range.lowerBound
      $0.maximumLength = range.upperBound
    }
  }
  /// A regular expression for the whole text, and what to write instead when it doesn't match.
  public static func pattern(_ pattern: String, hint: String) -> Self {
    Self {
      $0.pattern = pattern
      $0.patternHint = hint
    }
  }
  /// Other headings that files have for this column.
  public static func aliases(_ aliases: String...) -> Self { Self { $0.aliases = aliases } }
  /// The names that the attribute, or its column, had in earlier versions of the model: its values stay, under the new
  /// name.
  public static func renamed(from names: String...) -> Self { Self { $0.formerNames = names } }
  /// How a value is written, whoever writes it.
  public static func formatter(_ formatter: ValueFormatter) -> Self { Self { $0.formatter = formatter } }
  /// An example that stands in the empty field.
  public static func placeholder(_ text: String) -> Self { Self { $0.placeholder = text } }
  /// The column's name where it is not the attribute's in snake case.
  public static func column(_ name: String) -> Self { Self { $0.column = name } }
}

extension AttributeOption where Value == String {
  /// Text of several lines.
  public static var multiline: Self {
    // First, so that a length stands in whatever order the two were written.
    Self(first: true) {
      $0.multiline = true
      $0.maximumLength = TextKind.longest.multiline
    }
  }
}

extension AttributeOption where Value == String {
  /// What another attribute of the entity is in a language. People who use that language read it in place of the other's
  /// text, as long as the other's text is one of its translations: a text that somebody typed instead is shown to all.
  public static func translating<E: Entity>(
    _ path: any KeyPath<E, Attribute<String>> & Sendable, to language: Language
  ) -> Self {
    Self(.last) { $0.translation = .init(of: E.name(of: path), to: language) }
  }
}

extension AttributeOption where Value == CountryCode {
  /// A new record that has no country gets the one that a name of its own names, in whatever language.
  public static func `default`<E: Entity>(from name: any KeyPath<E, Attribute<String>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: name)) }
  }
}

extension AttributeOption where Value == String {
  /// What a country of the record is called in English, unless a new record says otherwise.
  public static func `default`<E: Entity>(from country: any KeyPath<E, Attribute<CountryCode>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: country)) }
  }
}

extension AttributeOption where Value == Coordinate {
  /// Where a country of the record is (its capital, mostly), unless a new record says otherwise.
  public static func `default`<E: Entity>(from country: any KeyPath<E, Attribute<CountryCode>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: country)) }
  }
}

extension AttributeOption where Value == Int {
  /// The values are numbers without gaps, which `Transaction.next` gives out: invoice numbers. No two records have the
  /// same, and undo takes back the last number only.
  public static var sequence: Self {
    Self {
      $0.isSequence = true
      $0.isUnique = true
    }
  }
}

extension AttributeOption where Value == Data {
  /// The picture of another attribute, small enough for lists. It is removed when that picture is changed without it.
  /// Forms have no field for it.
  public static func thumbnail<E: Entity>(of picture: any KeyPath<E, Attribute<Data>> & Sendable) -> Self {
    Self(.last) { $0.thumbnailOf = E.name(of: picture) }
  }
}

extension AttributeOption where Value == CalendarDate {
  /// The day that a picture of the record says it was taken on (Exif), unless a new record says otherwise.
  public static func `default`<E: Entity>(from picture: any KeyPath<E, Attribute<Data>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: picture)) }
  }

  /// A new record has the current day here.
  public static var defaultsToToday: Self { Self { $0.defaultSource = .today } }
}

extension AttributeOption where Value: Comparable {
  /// The least and greatest value.
  public static func range(_ range: ClosedRange<Value>) -> Self {
    Self {
      $0.minimum = range.lowerBound.stored(for: $0)
      $0.maximum = range.upperBound.stored(for: $0)
    }
  }
  /// The least value.
  public static func atLeast(_ value: Value) -> Self { Self { $0.minimum = value.stored(for: $0) } }
  /// The greatest value.
  public static func atMost(_ value: Value) -> Self { Self { $0.maximum = value.stored(for: $0) } }
}

extension AttributeOption {
  /// How many digits a decimal has after the point: 0 to 9.
  public static func scale(_ digits: Int) -> Self { Self(first: true) { $0.scale = digits } }
}

extension AttributeOption where Value == Decimal {
  /// An amount of money in the currency of that ISO 4217 code: people read and may write its sign.
  public static func currency(_ code: String) -> Self { Self { $0.currency = code } }
}
