import KartotekaModel
import KartotekaScreens

/// A field as a person describes it: an attribute without what follows from the rest.
package struct FieldShape: Hashable, Sendable {
  /// The kind of value that a person chooses.
  package enum Kind: String, Sendable, CaseIterable {
    case text, longText, integer, decimal, money, boolean, date, timestamp, choice, mail, phone, url, country
    case coordinate, picture, file, percent, duration, rating, barcode, articleNumber, series, colour
    /// A number of any digits, which descriptions have and screens don't offer.
    case real
    /// When and by whom a record was made and last changed, which no one types.
    case createdAt, createdBy, changedAt, changedBy

    /// The kinds that screens offer.
    package static let allCases: [Kind] = [
      .text, .longText, .integer, .decimal, .money, .percent, .duration, .rating, .boolean, .date, .timestamp, .choice,
      .mail, .phone, .url, .country, .coordinate, .series, .barcode, .articleNumber, .colour, .picture, .file,
    ]

    /// The kinds that the store alone writes. Screens offer them for new fields.
    package static let stamps: [Kind] = [.createdAt, .createdBy, .changedAt, .changedBy]

    /// The stamp of the kind; nil for kinds that people type.
    package var stamp: AttributeDescription.Stamp? { AttributeDescription.Stamp(rawValue: rawValue) }

    package var name: KindName {
      switch self {
      case .text, .longText, .barcode, .articleNumber, .series: .text
      case .integer, .duration, .rating: .integer
      case .decimal, .money, .percent: .decimal
      case .boolean: .boolean
      case .date: .date
      case .timestamp: .timestamp
      case .choice, .colour: .choice
      case .mail: .mail
      case .phone: .phone
      case .url: .url
      case .country: .country
      case .coordinate: .coordinate
      case .picture: .picture
      case .file: .blob
      case .real: .real
      case .createdAt, .changedAt: .timestamp
      case .createdBy, .changedBy: .text
      }
    }

    /// The kind of an attribute; nil for one that screens don't offer.
    package init?(_ attribute: AttributeDescription) {
      if let stamp = attribute.stamp, let kind = Self(rawValue: stamp.rawValue) {
        self = kind
        return
      }
      switch attribute.kind {
      case .text where attribute.series != nil: self = .series
      case .text:
        switch attribute.barcode {
        case .any: self = .barcode
        case .article: self = .articleNumber
        case nil: self = attribute.multiline ? .longText : .text
        }
      case .decimal: self = attribute.form == .percent ? .percent : attribute.currency == nil ? .decimal : .money
      case .integer: self = attribute.form == .duration ? .duration : attribute.form == .rating ? .rating : .integer
      case .real: self = .real
      case .choice: self = attribute.isColour ? .colour : .choice
      default:
        guard let kind = Self.allCases.first(where: { $0.name == attribute.kind }) else { return nil }
        self = kind
      }
    }

    /// The label.
    package var label: Phrase {
      switch self {
      case .text: "Text"
      case .longText: "Long text"
      case .integer: "Whole number"
      case .decimal: "Decimal number"
      case .money: "Amount of money"
      case .percent: "Percentage"
      case .duration: "Duration"
      case .rating: "Rating"
      case .boolean: "Yes or no"
      case .date: "Date"
      case .timestamp: "Date and time"
      case .choice: "Choice"
      case .mail: "Mail address"
      case .phone: "Phone number"
      case .url: "Web address"
      case .country: "Country"
      case .coordinate: "Position on the map"
      case .series: "Number series"
      case .barcode: "Bar code"
      case .articleNumber: "Article number: EAN, UPC"
      case .colour: "Colour"
      case .picture: "Picture"
      case .file: "File"
      case .real: "Any number"
      case .createdAt: "Created at"
      case .createdBy: "Created by"
      case .changedAt: "Changed at"
      case .changedBy: "Changed by"
      }
    }

    /// Whether screens offer that values have to be different. Descriptions may say so of others.
    package var canBeUnique: Bool {
      switch self {
      case .text, .integer, .decimal, .money, .percent, .duration, .date, .timestamp, .mail, .phone, .url, .country,
        .barcode, .articleNumber:
        true
      default: false
      }
    }
  }

  package var label = ""
  package var kind = Kind.text
  package var isRequired = false
  package var isUnique = false
  /// The values of a choice with their labels.
  package var choices: [Choice] = []
  /// The number of decimal places, of a percentage those that people see.
  package var scale = 2
  /// The ISO 4217 code of an amount's currency.
  package var currency = "EUR"
  /// The number of stars of a rating.
  package var stars = AttributeDescription.usualStars
  /// The pattern of a number series.
  package var series = NumberSeries.usual
  /// Whether forms leave it out.
  package var isHiddenInForms = false
  /// The part of a line that it takes in forms at a desk; nil for the whole line.
  package var width: FieldWidth?
  /// Whether an index keeps records in its order, beside what lists sort by.
  package var isSorted = false
  /// Its words in forms, its limits, and what new records begin with.
  package var rules = FieldRules()

  package init() {}

  /// The shape of an attribute; nil for a kind that screens don't offer.
  package init?(_ attribute: AttributeDescription) {
    guard let kind = Kind(attribute) else { return nil }
    self.kind = kind
    label = attribute.label
    isRequired = attribute.isRequired
    isUnique = attribute.isUnique
    choices = attribute.choices
    if attribute.kind == .decimal {
      scale = attribute.scale - (kind == .percent ? AttributeDescription.percentDigits : 0)
    }
    currency = attribute.currency ?? "EUR"
    if let most = attribute.stars?.upperBound { stars = Int(most) }
    if let pattern = attribute.series { series = pattern }
    isHiddenInForms = attribute.isHiddenInForms
    width = attribute.width
    isSorted = attribute.isSorted
    rules = FieldRules(attribute)
  }

  /// Checks the values of a choice.
  static func check(_ choices: [Choice]) throws(ShapeFault) {
    guard !choices.isEmpty else { throw ShapeFault("choices", "Write at least one choice, each in a line") }
    var seen: Set<String> = []
    for choice in choices where !seen.insert(choice.value).inserted {
      throw ShapeFault("choices", Phrase("{name} comes twice", ["name": .text(choice.value)]))
    }
  }

  /// Checks the pattern of a number series that differs from the one before.
  func checkSeries(from old: AttributeDescription?) throws(ShapeFault) {
    guard kind == .series, old?.series != series else { return }
    do throws(ValueFault) { _ = try NumberSeries(series) } catch { throw ShapeFault("series", error.phrase) }
  }

  /// Checks that forms can leave a field out.
  static func checkHidden(_ attribute: AttributeDescription) throws(ShapeFault) {
    if attribute.isHiddenInForms, attribute.lacksDefault {
      throw ShapeFault("unseen", "A required field can be hidden only if new records begin with a value")
    }
  }

  /// The attribute of this shape. Properties that the shape doesn't have stay as they were, unless the kind is another one.
  func attribute(named name: String, from old: AttributeDescription?) -> AttributeDescription {
    var attribute: AttributeDescription
    if let old, Kind(old) == kind {
      attribute = old
    } else {
      attribute = AttributeDescription(name: name, label: label, kind: kind.name)
      if let old {
        attribute.column = old.column
        attribute.formerNames = old.formerNames
        attribute.aliases = old.aliases
        (attribute.shownIf, attribute.requiredIf) = (old.shownIf, kind == .series ? nil : old.requiredIf)
        attribute.isTitle = old.isTitle && kind.name != .blob && kind.name != .picture
      }
    }
    attribute.label = label
    attribute.isRequired = isRequired && kind.stamp == nil && kind != .series
    if let stamp = kind.stamp { attribute.become(stamp) }
    attribute.isUnique = isUnique && (kind.canBeUnique || old.map { Kind($0) == kind && $0.isUnique } ?? false)
    switch kind {
    case .choice: attribute.choices = choices
    case .decimal, .money:
      attribute.scale = scale
      attribute.currency = kind == .money ? currency : nil
    case .percent:
      attribute.scale = min(scale + AttributeDescription.percentDigits, FetchExpression.mostDigits)
      attribute.form = .percent
    case .duration: attribute.form = .duration
    case .rating:
      if attribute.form != .rating { attribute.becomeRating() }
      attribute.maximum = .integer(Int64(stars))
    case .longText: attribute.multiline = true
    case .series: attribute.become(series: series)
    case .barcode: attribute.barcode = .any
    case .articleNumber: attribute.barcode = .article
    case .colour:
      if !attribute.isColour { attribute.choices = StateDescription.Tone.colours }
      attribute.isColour = true
    default: break
    }
    rules.apply(to: &attribute, kind)
    if attribute.placeIn != nil, !attribute.canBePlace { attribute.placeIn = nil }
    attribute.isHiddenInForms = isHiddenInForms
    attribute.width = width
    attribute.isSorted = isSorted && !attribute.isBytes
    if kind == .choice, case .text(let value) = attribute.defaultValue, !choices.contains(where: { $0.value == value })
    {
      attribute.defaultValue = .null
    }
    return attribute
  }
}

/// A relationship as a person describes it, seen from the records that have it.
package struct LinkShape: Hashable, Sendable {
  package var label = ""
  package var cardinality = RelationshipDescription.Cardinality.toOne
  /// The name of the related entity.
  package var target = ""
  package var isRequired = false
  package var deleteRule = DeleteRule.nullify
  /// Whether a related record belongs to one record alone.
  package var isUnique = false
  /// The text while nothing is chosen; empty for the usual one.
  package var placeholder = ""
  /// Whether the names of the related records are typed, and new names make new records.
  package var isTags = false
  /// The label of these records at the related records; empty for their plural.
  package var backLabel = ""

  package init() {}
}

/// Why an application can't get a shape, with the field of the form.
package struct ShapeFault: Error, Hashable, Sendable {
  package var field: String
  package var phrase: Phrase
  /// The faulty part of the field's text, as a script counts; nil for the whole.
  package private(set) var part: Range<Int>?

  package init(_ field: String, _ phrase: Phrase) { (self.field, self.phrase) = (field, phrase) }

  /// A formula that can't be read.
  package init(_ field: String, _ fault: FormulaFault, in text: String) {
    (self.field, phrase, part) = (field, fault.phrase(in: text), fault.place(in: text))
  }
}
