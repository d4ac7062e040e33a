import Foundation

/// An option of an attribute's declaration: a rule, a default or a hint.
public struct AttributeOption<Value: AttributeValue>: Sendable {
  /// When an option is applied.
  enum Time {
    /// Before those that are applied first, and may replace what it sets.
    case before
    /// Before the others, which depend on it.
    case first
    /// When the attribute is declared.
    case usual
    /// After all entities are declared, because it names attributes of others.
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

  /// Requires a value. Blank text counts as none.
  public static var required: Self { Self { $0.isRequired = true } }
  /// Forbids equal values in two records.
  public static var unique: Self { Self { $0.isUnique = true } }
  /// Makes the value a part of the record's title, which other records and messages show.
  public static var title: Self { Self { $0.isTitle = true } }
  /// Makes the search field search this attribute.
  public static var searched: Self { Self { $0.isSearched = true } }
  /// Maintains an index in this order.
  public static var sorted: Self { Self { $0.isSorted = true } }
  /// Allows a value only when the record is created.
  public static var readOnlyAfterInsert: Self { Self { $0.writability = .onInsert } }
  /// Lets no person write the value: actions, jobs, hooks and other code do.
  public static var readOnly: Self { Self { $0.writability = .never } }
  /// Sets the value of a new record.
  public static func `default`(_ value: Value) -> Self { Self { $0.defaultValue = value.stored(for: $0) } }
  /// Copies the default from the related record when the record is created, such as the price of a product.
  ///
  /// Optional attributes that one relationship fills are filled together, and only if none of them is given, so that an
  /// address is never a mixture of two customers' addresses.
  public static func `default`<E: Entity, T: Entity>(
    from relationship: any KeyPath<E, ToOne<T>> & Sendable, _ attribute: any KeyPath<T, Attribute<Value>> & Sendable
  ) -> Self {
    Self(.last) {
      $0.defaultSource = .related(relationship: E.name(of: relationship), attribute: T.name(of: attribute))
    }
  }
  /// Closes the record while this attribute has a value: people can't delete the record or change its parts. People set
  /// the value with one action and clear it with another. Files and code can write it.
  /// - Parameters:
  ///   - action: the name of the action that gives the attribute its value.
  ///   - reopening: the name of the action that takes the value away; nil for none.
  ///   - isSealing: whether people can't change the record's own values either.
  ///   - reason: the refusal that people read, a key into the catalogue.
  public static func closesRecord(
    by action: String, reopenedBy reopening: String? = nil, isSealing: Bool = false, _ reason: String
  ) -> Self {
    Self {
      $0.closing = Closing(reason: reason, action: action, reopening: reopening, isSealing: isSealing)
      $0.settingAction = action
    }
  }
  /// Lets people set the value only with that action. Files and code can write it.
  public static func set(by action: String) -> Self { Self { $0.settingAction = action } }
  /// Sets the minimum and maximum number of characters.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    Self {
      $0.minimumLength = range.lowerBound
      $0.maximumLength = range.upperBound
    }
  }
  /// Requires the whole text to match a regular expression.
  /// - Parameters:
  ///   - pattern: the regular expression.
  ///   - hint: the sentence that says how to write the text, shown when it does not match.
  public static func pattern(_ pattern: String, hint: String) -> Self {
    Self {
      $0.pattern = pattern
      $0.patternHint = hint
    }
  }
  /// Adds other headings that identify this column in files.
  public static func aliases(_ aliases: String...) -> Self { Self { $0.aliases = aliases } }
  /// Names the attribute or its column in earlier versions of the model. The migration keeps the values.
  public static func renamed(from names: String...) -> Self { Self { $0.formerNames = names } }
  /// Formats every written value.
  public static func formatter(_ formatter: ValueFormatter) -> Self { Self { $0.formatter = formatter } }
  /// Shows an example in the empty field.
  public static func placeholder(_ text: String) -> Self { Self { $0.placeholder = text } }
  /// Explains below the field in forms, and in the API's description, what the value is.
  public static func help(_ text: String) -> Self { Self { $0.help = text } }
  /// Leaves the attribute out of forms. Lists, exports, formulas and the API have it. A required one needs a default.
  public static var hiddenInForms: Self { Self { $0.isHiddenInForms = true } }
  /// Takes half of a line in forms of wide windows, beside another one that follows or precedes it.
  public static var halfWidth: Self { Self { $0.width = .half } }
  /// Shows the attribute in forms only while a formula with the names of attributes is yes: `.shown(if: "kind = \"loan\"")`. A
  /// hidden field keeps its value. `docs/FORMULAS.md` describes the language.
  public static func shown(if formula: String) -> Self { Self { $0.shownIf = Formula(formula) } }
  /// Requires a value while a formula is yes and the attribute is shown: `.required(if: "amount > 100")`.
  public static func required(if formula: String) -> Self { Self { $0.requiredIf = Formula(formula) } }
  /// Computes the value of a new record to which none is given: `.default(formula: "date(placedAt) + 14")`. Forms follow the
  /// formula while a person fills them in.
  public static func `default`(formula: String) -> Self { Self { $0.defaultSource = .formula(Formula(formula)) } }
  /// Names the column; by default it is the attribute's name in snake case.
  public static func column(_ name: String) -> Self { Self { $0.column = name } }
}

extension AttributeOption where Value == String {
  /// Allows several lines of text.
  public static var multiline: Self {
    // First, so that a length option applies in any order.
    Self(first: true) {
      $0.multiline = true
      $0.maximumLength = TextKind.longest.multiline
    }
  }
}

extension AttributeOption where Value == String {
  /// Translates another attribute of the entity into a language. People who use that language see the translation while
  /// the other attribute's text is one of its translations. Any other text is shown in all languages.
  public static func translating<E: Entity>(
    _ path: any KeyPath<E, Attribute<String>> & Sendable, to language: Language
  ) -> Self {
    Self(.last) { $0.translation = .init(of: E.name(of: path), to: language) }
  }
}

extension AttributeOption where Value == String {
  /// Makes the text a bar code, which labels print: an EAN or UPC, other text as Code 128, long text as a QR code.
  public static var barcode: Self { Self { $0.barcode = .any } }
  /// Makes the text the number of an article with its check digit, which labels print: EAN-13, EAN-8, UPC-A, GTIN-14.
  public static var articleNumber: Self { Self { $0.barcode = .article } }
}

extension AttributeOption where Value == CountryCode {
  /// Defaults to the country that a text attribute of the record names, in any language.
  public static func `default`<E: Entity>(from name: any KeyPath<E, Attribute<String>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: name)) }
  }
}

extension AttributeOption where Value == String {
  /// Defaults to the English name of a country attribute of the record.
  public static func `default`<E: Entity>(from country: any KeyPath<E, Attribute<CountryCode>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: country)) }
  }
}

extension AttributeOption where Value == Coordinate {
  /// Defaults to the position of a country attribute of the record, usually its capital.
  public static func `default`<E: Entity>(from country: any KeyPath<E, Attribute<CountryCode>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: country)) }
  }
}

extension AttributeOption where Value == Int {
  /// Numbers records without gaps with `Transaction.next`, for example invoices. Values are unique. Undo frees only the
  /// last number.
  public static var sequence: Self {
    Self {
      $0.isSequence = true
      $0.isUnique = true
    }
  }
}

extension AttributeOption where Value == Int {
  /// Numbers the records of an owner 1, 2, 3 … in the order into which people put them: the pieces of a concert. A new record
  /// comes last; one that is given a number stands there, and the others move. The store keeps the numbers without gaps, whoever
  /// writes: people, files, the API or code. A section of the owner's page that shows the records lets people move them.
  ///
  /// ```swift
  /// let place = Attribute<Int>("No.", .place(in: \Piece.concert))
  /// ```
  public static func place<E: Entity, T: Entity>(in owner: any KeyPath<E, ToOne<T>> & Sendable) -> Self {
    Self(.last) { $0.placeIn = E.name(of: owner) }
  }
}

extension AttributeOption where Value == Data {
  /// Declares the thumbnail of a picture attribute. It is removed when the picture changes without it. Forms have no
  /// field for it.
  public static func thumbnail<E: Entity>(of picture: any KeyPath<E, Attribute<Data>> & Sendable) -> Self {
    Self(.last) { $0.thumbnailOf = E.name(of: picture) }
  }
}

extension AttributeOption where Value == CalendarDate {
  /// Defaults to the day on which a picture of the record was taken (Exif).
  public static func `default`<E: Entity>(from picture: any KeyPath<E, Attribute<Data>> & Sendable) -> Self {
    Self(.last) { $0.defaultSource = .attribute(E.name(of: picture)) }
  }

  /// Defaults to a day relative to the day on which the record is made: `.default(.today)`, `.default(.today + 28.days)`.
  public static func `default`(_ day: RelativeDay) -> Self {
    Self { $0.defaultSource = day == .today ? .today : .later(days: day.offset.count) }
  }
}

extension AttributeOption where Value == Date {
  /// Defaults to the current moment.
  public static var defaultsToNow: Self { Self { $0.defaultSource = .now } }
}

extension AttributeOption where Value: Comparable {
  /// Sets the minimum and maximum value.
  public static func range(_ range: ClosedRange<Value>) -> Self {
    Self {
      $0.minimum = range.lowerBound.stored(for: $0)
      $0.maximum = range.upperBound.stored(for: $0)
    }
  }
  /// Sets the minimum value.
  public static func atLeast(_ value: Value) -> Self { Self { $0.minimum = value.stored(for: $0) } }
  /// Sets the maximum value.
  public static func atMost(_ value: Value) -> Self { Self { $0.maximum = value.stored(for: $0) } }
}

extension AttributeOption {
  /// Sets the number of decimal places of a decimal, 0 to 9.
  public static func scale(_ digits: Int) -> Self { Self(first: true) { $0.scale = digits } }
}

extension AttributeOption where Value == Decimal {
  /// Makes the decimal an amount of money in the currency with that ISO 4217 code. People see its sign and may type it. Without
  /// ``scale(_:)`` it has the digits of the currency: `.currency("EUR")` two, `.currency("JPY")` none.
  public static func currency(_ code: String) -> Self {
    Self(.before) { attribute in
      attribute.currency = code
      attribute.scale = CurrencyDigits.count(of: code)
    }
  }
}

extension AttributeOption where Value == Decimal {
  /// Shows the decimal as a percentage: 0.125 is 12.5 %. Its scale is that of the number, at least 2.
  public static var percent: Self { Self { $0.form = .percent } }
}

extension AttributeOption where Value: ExactNumber {
  /// Makes the number one of minutes, which people read and type as hours and minutes: 90 is 1:30. A decimal can only be computed:
  /// an average.
  public static var duration: Self { Self { $0.form = .duration } }
}

extension AttributeOption where Value == Int {
  /// Makes the number one of stars, 1 to 5 unless a range says otherwise.
  public static var rating: Self { Self(first: true) { $0.becomeRating() } }
  /// Makes the number that of a year, which is shown without groups of digits: 2026.
  public static var year: Self { Self { $0.form = .year } }
}
