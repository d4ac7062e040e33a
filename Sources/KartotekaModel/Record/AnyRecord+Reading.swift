/// An error in one field of a record.
public struct FieldFault: Error, Hashable {
  /// The attribute's or relationship's name.
  public let field: String
  /// The reason that people read.
  public let phrase: Phrase
  /// The name of the rule of the description that is broken; nil for other errors.
  public package(set) var rule: String?

  /// An error of a field.
  public init(_ field: String, _ phrase: Phrase) {
    self.field = field
    self.phrase = phrase
  }

  /// An error of a field that a rule names.
  package init(_ field: String, _ phrase: Phrase, rule: String?) {
    self.init(field, phrase)
    self.rule = rule
  }

  /// An error of an attribute or to-one relationship, which a rule throws:
  /// `throw FieldFault(\Appointment.ends, "It ends before it starts")`.
  public init<E: Entity, P: ColumnProperty>(_ path: KeyPath<E, P>, _ phrase: Phrase) {
    self.init(E.name(of: path), phrase)
  }
}

extension AnyRecord {
  /// Sets a column from text, such as a form's field or a cell of a file. Blank text is no value.
  /// - Returns: the error, in which case the record keeps its value.
  public mutating func read(text: String, at position: Int) -> FieldFault? {
    read(text: text, at: position, in: .canonical)
  }

  /// Sets a column from text in a notation, such as that of the person's language. Blank text is no value. A moment
  /// whose text is unchanged keeps its value.
  /// - Returns: the error, in which case the record keeps its value.
  package mutating func read(text: String, at position: Int, in notation: ValueNotation) -> FieldFault? {
    let trimmed = text.trimmingSpaces()
    let column = entity.columns[position]
    if case .attribute(let attribute) = column, attribute.source != nil {
      return read(stored: text, attribute, at: position, in: notation)
    }
    guard !trimmed.isEmpty else {
      values[position] = .null
      noteEmpty(position)
      return nil
    }
    switch column {
    case .attribute(let attribute):
      let current = values[position]
      return take(attribute, at: position) { () throws(ValueFault) in
        let value = try attribute.behavior.read(trimmed, for: attribute, in: notation)
        let kind = attribute.behavior as? any NotationDependentKind
        return kind?.isUnchanged(value, from: current, in: notation) == true ? current : value
      }
    case .toOne(let relationship):
      if values[position] != .null, trimmed == self.text(at: position) { return nil }
      let id = relationship.hasAnyNumber ? RecordID(trimmed) : RecordIDs.read(trimmed)
      guard let id else {
        return FieldFault(relationship.name, "This has to be a record's number")
      }
      values[position] = .integer(id)
      return nil
    }
  }

  // The value of another program's column. Text that was not edited leaves the stored value, whatever it is; a form changes
  // line ends and may drop what can't be shown. Empty text is no value where the column allows that.
  private mutating func read(
    stored text: String, _ attribute: AttributeDescription, at position: Int, in notation: ValueNotation
  ) -> FieldFault? {
    func plain(_ text: String) -> String {
      text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingSpaces()
    }
    if id != nil || !values[position].isNull, plain(text) == plain(self.text(at: position)) { return nil }
    guard !text.isEmpty else {
      values[position] = attribute.source?.isNotNull == true && attribute.isText ? .text("") : .null
      return nil
    }
    let typed = attribute.multiline ? text.replacing("\r\n", with: "\n") : text
    return take(attribute, at: position) { () throws(ValueFault) in
      if attribute.kind == .stored { return try StoredKind().value(text: typed, for: attribute) }
      do throws(ValueFault) {
        return try attribute.behavior.read(typed.trimmingSpaces(), for: attribute, in: notation)
      } catch {
        // Kinds that were guessed from texts accept every text.
        guard attribute.isText else { throw error }
        return .text(typed)
      }
    }
  }

  /// Sets a column from JSON.
  /// - Returns: the error, in which case the record keeps its value.
  public mutating func read(json: JSONValue, at position: Int) -> FieldFault? {
    guard json != .null else {
      values[position] = .null
      noteEmpty(position)
      return nil
    }
    switch entity.columns[position] {
    case .attribute(let attribute):
      return take(attribute, at: position) { () throws(ValueFault) in
        // The file's own rules decide.
        if attribute.source != nil, !attribute.isBytes { return try StoredKind().value(json: json, for: attribute) }
        return try attribute.behavior.value(json: json, for: attribute)
      }
    case .toOne(let relationship):
      if relationship.keyed != nil, let key = StoredKind.value(json) {
        // The store looks up the record.
        values[position] = key.asKey
        return nil
      }
      if relationship.hasAnyNumber, case .number(let digits) = json, let id = RecordID(digits) {
        values[position] = .integer(id)
        return nil
      }
      guard case .number(let digits) = json, let id = RecordIDs.read(digits) else {
        return FieldFault(relationship.name, "This has to be a record's number")
      }
      values[position] = .integer(id)
      return nil
    }
  }

  private mutating func take(
    _ attribute: AttributeDescription, at position: Int, _ read: () throws(ValueFault) -> Value
  ) -> FieldFault? {
    do {
      values[position] = try read()
      return nil
    } catch {
      return FieldFault(attribute.name, error.phrase)
    }
  }

  /// A column's text for editing and export.
  public func text(at position: Int) -> String {
    guard !values[position].isNull else { return "" }
    switch entity.columns[position] {
    case .attribute(let attribute): return attribute.behavior.text(values[position], for: attribute)
    case .toOne:
      return StoredKind().text(values[position], for: AttributeDescription(name: "", label: "", kind: .stored))
    }
  }
}

// Titles of records without title attributes: an order's line, a row of a join entity.
extension EntityDescription {
  /// The relationships whose records form the title of a record without title attributes: the required ones, else all.
  package var titleRelationships: [RelationshipDescription] {
    guard titleAttributes.isEmpty, titleComputed.isEmpty, numberedTitle == nil else { return [] }
    let toOne = relationships.filter { $0.cardinality == .toOne }
    let required = toOne.filter(\.isRequired)
    return required.isEmpty ? toOne : required
  }
}

extension AnyRecord {
  /// The title that people read; without title attributes it is formed from related records: `Order 10248 · Queso
  /// Cabrales`.
  /// - Parameters:
  ///   - say: the words of the person who reads it.
  ///   - related: the records of `EntityDescription/titleRelationships`, by relationship and id.
  ///   - omitted: a relationship to leave out, because the title is shown on its record's page.
  public func title(
    in say: Localizer, related: [String: [RecordID: AnyRecord]], omitting omitted: String? = nil
  ) -> String {
    let named = entity.titleRelationships.filter { $0.name != omitted }
    let parts = named.compactMap { relationship -> String? in
      guard case .integer(let id) = self[relationship.name] else { return nil }
      return related[relationship.name]?[id]?.title(in: say)
    }
    return parts.isEmpty ? title(in: say) : parts.joined(separator: " · ")
  }
}

extension AnyRecord {
  /// The record with all its bytes in memory, for text formats.
  /// - Parameter unreadable: called with the record's id and an attribute whose file is missing or damaged; the result
  ///   has no value for it.
  package func withBytes(unreadable: (RecordID, AttributeDescription) -> Void) -> AnyRecord {
    var record = self
    for (position, column) in entity.columns.enumerated() {
      guard case .blob(let blob) = values[position], case .attribute(let attribute) = column else { continue }
      do {
        record.values[position] = .blob(try blob.bytes())
      } catch {
        record.values[position] = .null
        unreadable(id ?? 0, attribute)
      }
    }
    return record
  }
}
