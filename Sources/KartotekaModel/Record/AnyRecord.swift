/// The id of a record within its entity: positive, never reused after a deletion.
public typealias RecordID = Int64

/// The valid ids of records.
package enum RecordIDs {
  /// 1 to 2^53 - 1, the largest integer that every JSON reader represents exactly.
  package static let range: ClosedRange<RecordID> = 1...9_007_199_254_740_991

  /// Parses an id; nil for invalid text.
  package static func read(_ text: some StringProtocol) -> RecordID? {
    RecordID(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The message for an id out of range.
  package static var fault: Phrase {
    Phrase("A record's number is between 1 and {number}", ["number": .text(String(range.upperBound))])
  }

  /// The message if no id is left for a new record.
  package static var exhausted: Phrase {
    Phrase(
      "There is no number for a new record: the greatest, {number}, is given",
      ["number": .text(String(range.upperBound))])
  }
}

/// An untyped record: a row of values and the description of its entity.
///
/// Generic screens, the API and imports use it. Typed code uses ``Record``, which wraps it.
public struct AnyRecord: Sendable {
  /// The entity, which defines the meaning of the values.
  public let entity: EntityDescription
  /// The record's id; nil until it is inserted.
  public var id: RecordID?
  /// The values, in the order of ``EntityDescription/columns``.
  public var values: [Value]
  /// The stored values of references by keys, by their position; see ``RelationshipDescription/keyed``.
  package var keys: [Int: Value] = [:]
  /// The positions of columns that a form, a call or a file has left empty, of those with a formula for new records. No other
  /// record differs by it.
  package var emptied: Set<Int> = []
  /// The computed title as of when the record was read; nil for new records and entities without one.
  package var computedTitle: String?

  /// A new record with the attributes' defaults.
  public init(_ entity: EntityDescription) {
    self.entity = entity
    values = entity.columns.map {
      if case .attribute(let attribute) = $0 { attribute.initialValue } else { .null }
    }
  }

  /// A record with values in the order of ``EntityDescription/columns``.
  public init(_ entity: EntityDescription, id: RecordID?, values: [Value]) {
    self.entity = entity
    self.id = id
    self.values = values
  }

  /// The record with the columns of another description of its entity.
  /// - Parameter stored: the record as it is stored, which has the values of the columns that this one lacks; nil for those of a
  ///   new record.
  package func fitted(to entity: EntityDescription, over stored: AnyRecord? = nil) -> AnyRecord {
    if hasColumns(of: entity) { return AnyRecord(entity, id: id, values: values) }
    var record = stored ?? AnyRecord(entity)
    record.id = id
    for (position, column) in self.entity.columns.enumerated() where position < values.count {
      record[column.name] = values[position]
    }
    return record
  }

  /// Whether the values are those of another description's columns, at the same positions. An application's added fields may have
  /// changed since the record was made.
  package func hasColumns(of entity: EntityDescription) -> Bool {
    self.entity === entity
      || self.entity.columns.count == entity.columns.count
        && zip(self.entity.columns, entity.columns).allSatisfy { $0.name == $1.name }
  }

  /// The value of an attribute, or the id of a to-one relationship. Null for unknown names; setting one has no effect.
  public subscript(name: String) -> Value {
    get { entity.position(of: name).map { values[$0] } ?? .null }
    set { if let position = entity.position(of: name) { values[position] = newValue } }
  }

  /// The names of the columns in which two records of an entity differ.
  package func differences(from other: AnyRecord) -> [String] {
    entity.columns.indices.filter { values[$0] != other.values[$0] }.map { entity.columns[$0].name }
  }

  /// The title that people read: the computed title, else the title attributes joined by spaces, else the number.
  public func title(in say: Localizer) -> String { ownTitle(in: say) ?? say(numberedTitle) }

  /// The title as an argument of a phrase that is localized later.
  public var titleArgument: Phrase.Argument {
    if let computedTitle { return .text(computedTitle) }
    var title: Phrase.Argument?
    for attribute in entity.titleAttributes {
      guard let part = argument(attribute) else { continue }
      title = title.map { Self.argument($0, followedBy: part) } ?? part
    }
    return title ?? .phrase(numberedTitle)
  }

  private func argument(_ attribute: AttributeDescription) -> Phrase.Argument? {
    let value = self[attribute.name]
    if value.isNull { return nil }
    if let country = CountryCode.read(self, attribute) { return .country(country) }
    return .text(attribute.title(attribute.behavior.display(value, for: attribute, in: .english)))
  }

  private static func argument(_ title: Phrase.Argument, followedBy part: Phrase.Argument) -> Phrase.Argument {
    if case .text(let title) = title, case .text(let part) = part { return .text(title + " " + part) }
    return .phrase(Phrase("{first} {second}", ["first": title, "second": part]))
  }

  private func ownTitle(in say: Localizer) -> String? {
    if let computedTitle { return computedTitle }
    let parts = entity.titleAttributes.compactMap { attribute in
      display(attribute, in: say).map(attribute.title)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// An attribute's value as people read it, in their language if another attribute translates it; nil if the record
  /// has no value.
  public func display(_ attribute: AttributeDescription, in say: Localizer) -> String? {
    let value = translated(attribute.name, to: say.language)
    return value.isNull ? nil : attribute.behavior.display(value, for: attribute, in: say)
  }

  // A text that differs from all its translations was typed by a person and is shown as it is.
  private func translated(_ name: String, to language: Language) -> Value {
    let (value, translations) = (self[name], entity.translations(of: name))
    guard let position = translations[language.code], !values[position].isNull,
      translations.values.contains(where: { values[$0] == value })
    else { return value }
    return values[position]
  }

  private var numberedTitle: Phrase {
    Phrase(entity.numberedTitle ?? "No. {number}", ["number": .text(address ?? "–")])
  }
}

extension AnyRecord: Hashable {
  /// Whether both are of one entity and have the same values.
  public static func == (one: AnyRecord, other: AnyRecord) -> Bool {
    one.id == other.id && one.values == other.values && one.keys == other.keys
      && one.computedTitle == other.computedTitle && one.entity == other.entity
  }

  /// By id and values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(id)
    hasher.combine(values)
  }
}

extension AnyRecord {
  /// Notes that a column was left empty, so that a new record gets no value of a formula there.
  package mutating func noteEmpty(_ position: Int) {
    if id == nil, entity.columns[position].defaultFormula != nil { emptied.insert(position) }
  }
}

extension CountryCode {
  fileprivate static func read(_ record: AnyRecord, _ attribute: AttributeDescription) -> CountryCode? {
    attribute.kind == .country ? read(record[attribute.name], for: attribute) : nil
  }
}
