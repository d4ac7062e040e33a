import KartotekaModel

/// Reads the values of one column of a file.
final class ColumnReader {
  /// The position among the entity's columns; nil for the id and for lists of related records.
  let position: Int?
  /// The index among the entity's many-to-many relationships.
  private let list: Int?
  private let column: ColumnDescription?
  private let attribute: AttributeDescription?
  private let kind: any AttributeKind
  private let isCanonical: CanonicalCheck
  private let isAttribute: Bool
  private let isNumber: Bool
  private let scale: Int
  private let isRequired: Bool
  private let hasDefault: Bool
  private let notation: ValueNotation
  /// The notation of the numbers and days of a spreadsheet's cells.
  private let exact: ValueNotation
  /// Whether a value that doesn't fit is empty and noted, in place of the row being rejected.
  private let emptiesMisfits: Bool
  private let hasPlaceholders: Bool
  /// The values of the attribute's choices by their folded words in every language.
  private let choiceWords: [String: String]
  private let hasAliases: Bool
  private let mayBeFormula: Bool

  /// - Parameters:
  ///   - target: the target of the file's column; ``ColumnMatch/Target/nothing`` gives nil.
  ///   - notation: the column's notation of numbers and dates.
  ///   - emptiesMisfits: whether a value that doesn't fit is empty and noted.
  ///   - words: the values of choices by their folded words, by the attributes' names.
  init?(
    _ target: ColumnMatch.Target, of entity: EntityDescription, in notation: ValueNotation,
    emptiesMisfits: Bool = false, words: [String: [String: String]] = [:]
  ) {
    self.notation = notation
    self.emptiesMisfits = emptiesMisfits
    var exact = ValueNotation.canonical
    (exact.timeZone, exact.dropsTime, exact.truth) = (notation.timeZone, notation.dropsTime, notation.truth)
    self.exact = exact
    switch target {
    case .nothing, .latitude, .longitude: return nil
    case .id:
      position = nil
      list = nil
      column = nil
    case .column(let name):
      position = entity.position(of: name)
      list = entity.manyToMany.firstIndex { $0.name == name }
      if position == nil, list == nil { return nil }
      column = position.map { entity.columns[$0] }
      if column?.stamp != nil { return nil }
    }
    if case .attribute(let attribute) = column { self.attribute = attribute } else { attribute = nil }
    isAttribute = attribute != nil
    hasPlaceholders = attribute.map(Placeholders.concern) ?? false
    choiceWords = attribute.flatMap { words[$0.name] } ?? [:]
    hasAliases = !choiceWords.isEmpty && attribute?.choices.contains { !$0.aliases.isEmpty } == true
    kind = attribute?.behavior ?? IntegerKind()
    mayBeFormula = attribute.map { FormulaGuard.concerns($0.kind) } ?? false
    // If points separate groups, 1.234 is not an exported number with three decimal places.
    let isCanonicalNotation = notation.point != .group || kind.name != .decimal && kind.name != .real
    isCanonical =
      (isCanonicalNotation ? attribute : nil).flatMap { $0.behavior.canonicalCheck(for: $0) }
      ?? { @Sendable _ in false }
    isNumber = kind.storage == .integer
    scale = attribute?.scale ?? 0
    isRequired = column?.isRequired ?? false
    hasDefault = attribute.map { !$0.defaultValue.isNull || $0.followed != nil } ?? false
  }

  /// Whether a row already has a value for the target.
  func isGiven(in draft: RowDraft) -> Bool {
    if let list { return draft.related[list] != nil }
    if let position, case .absent = draft.cells[position] { return false }
    return position != nil
  }

  /// Whether a row has no value for the target.
  func isEmpty(in draft: RowDraft) -> Bool {
    guard let position else { return false }
    switch draft.cells[position] {
    case .absent, .empty: return true
    case .bytes, .value, .reference, .record: return false
    }
  }

  // MARK: CSV

  /// Reads a field of a CSV file. An empty field and an unquoted NULL mean no value.
  /// - Parameter isValue: whether it is the number or the day of a spreadsheet's cell.
  @inline(__always)
  func read(
    _ bytes: UnsafeRawBufferPointer, isQuoted: @autoclosure () -> Bool, isValue: Bool = false,
    into draft: inout RowDraft
  ) {
    guard let position, isAttribute else { return readNumber(bytes, isQuoted(), &draft) }
    let bytes = mayBeFormula ? FormulaGuard.removed(from: bytes) : bytes
    if bytes.isEmpty || bytes.count == 4 && Self.isNull(bytes) && !isQuoted() { return setNone(&draft) }
    if isCanonical(bytes) {
      if !isNumber {
        draft.cells[position] = .bytes(bytes)
        return
      }
      if let number = CanonicalBytes.integer(bytes, scale: scale) {
        draft.cells[position] = .value(.integer(number))
        return
      }
    }
    readSlowly(bytes, isQuoted(), isValue, at: position, &draft)
  }

  private static func isNull(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.elementsEqual("NULL".utf8) }

  private func readSlowly(
    _ bytes: UnsafeRawBufferPointer, _ isQuoted: Bool, _ isValue: Bool, at position: Int, _ draft: inout RowDraft
  ) {
    let text = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    if text == "NULL" && !isQuoted { return setNone(&draft) }
    read(text, isValue, at: position, &draft)
  }

  private func read(_ text: String, _ isValue: Bool, at position: Int, _ draft: inout RowDraft) {
    guard let attribute else { return }
    if text.isEmpty { return setNone(&draft) }
    do throws(ValueFault) {
      take(try kind.read(text, for: attribute, in: isValue ? exact : notation), text, attribute, at: position, &draft)
    } catch {
      refuse(text, error.phrase, at: position, &draft)
    }
  }

  /// Reads a text that was put together from several fields.
  func read(text: String, into draft: inout RowDraft) {
    if let position { read(text, false, at: position, &draft) }
  }

  /// Leaves out a field that a row lacks at its end.
  func leaveOut(of draft: inout RowDraft) {
    if let list { draft.related[list] = nil }
    if let position { draft.cells[position] = .absent }
  }

  // A placeholder is no value. A value that doesn't fit a guessed kind is noted: its row is loaded all the same.
  private func refuse(_ text: String, _ reason: Phrase, at position: Int, _ draft: inout RowDraft) {
    if !choiceWords.isEmpty, let value = choiceWords[Folding.fold(text)] {
      draft.cells[position] = .value(.text(value))
      return
    }
    if hasPlaceholders, let attribute, Placeholders.contains(text, of: attribute) {
      draft.placeholders += 1
      return setNone(&draft)
    }
    guard emptiesMisfits, !isRequired else {
      draft.faults.append(RowFault(.column(position), text, reason))
      return
    }
    draft.emptied.append(RowFault(.column(position), text, reason))
    draft.cells[position] = .empty
  }

  // MARK: JSON

  /// Reads a value of a JSON file.
  func read(_ json: JSONValue, into draft: inout RowDraft) {
    guard let position, let attribute else { return readNumber(json, &draft) }
    if json == .null { return setNone(&draft) }
    do throws(ValueFault) {
      take(try value(json, attribute), Self.text(json), attribute, at: position, &draft)
    } catch {
      refuse(Self.text(json), error.phrase, at: position, &draft)
    }
  }

  // Text in a JSON file may have any notation; numbers may not.
  private func value(_ json: JSONValue, _ attribute: AttributeDescription) throws(ValueFault) -> Value {
    // Days in eight digits.
    if case .number(let digits) = json, attribute.kind == .date || attribute.kind == .timestamp {
      return try kind.read(JSONNumber.plain(digits), for: attribute, in: notation)
    }
    guard case .string(let text) = json else {
      // Texts take numbers, lists and objects as they are written.
      return try kind.value(json: attribute.kind == .text ? .string(Self.text(json)) : json, for: attribute)
    }
    guard kind is any NotationDependentKind else { return try kind.value(json: json, for: attribute) }
    let trimmed = text.trimmingSpaces()
    return trimmed.isEmpty ? .null : try kind.read(trimmed, for: attribute, in: notation)
  }

  /// A value as a text.
  static func text(_ json: JSONValue) -> String {
    if case .string(let text) = json { return text }
    var writer = JSONWriter()
    writer.value(json)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  // MARK: Both

  private func take(
    _ value: Value, _ text: String, _ attribute: AttributeDescription, at position: Int, _ draft: inout RowDraft
  ) {
    if value.isNull { return setNone(&draft) }
    let value = isOfSeveral(text, attribute) ? .text(text) : value
    if let reason = attribute.fault(in: value) {
      refuse(text, reason, at: position, &draft)
    } else {
      draft.cells[position] = .value(value)
    }
  }

  // An alias that is the label of another choice in some language means neither.
  private func isOfSeveral(_ text: String, _ attribute: AttributeDescription) -> Bool {
    guard hasAliases, choiceWords[Folding.fold(text)] == nil else { return false }
    let word = text.lowercased()
    return !attribute.choices.contains { $0.value.lowercased() == word || $0.label.lowercased() == word }
  }

  private func setNone(_ draft: inout RowDraft) {
    guard let position else { return }
    // An empty value of a required column counts as a missing column: the default or the current value is kept.
    draft.cells[position] = isRequired && hasDefault ? .absent : .empty
    if isRequired, !hasDefault { draft.faults.append(RowFault(.column(position), nil, "This can't be empty")) }
  }

  /// Reads the record's id, or one or several ids of related records.
  private func readNumber(_ bytes: UnsafeRawBufferPointer, _ isQuoted: Bool, _ draft: inout RowDraft) {
    // Titles may begin like formulas.
    let bytes = FormulaGuard.removed(from: bytes)
    if let list {
      let text = String(decoding: bytes, as: UTF8.self)
      draft.related[list] = text == "NULL" && !isQuoted ? [] : RelatedList.cells(text)
      return
    }
    if let number = CanonicalBytes.integer(bytes), RecordIDs.range.contains(number) { return set(number, &draft) }
    let text = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    setNumber(text.isEmpty || text == "NULL" && !isQuoted ? nil : text, &draft)
  }

  private func readNumber(_ json: JSONValue, _ draft: inout RowDraft) {
    if let list {
      draft.related[list] = RelatedList.cells(json)
      guard draft.related[list] == nil else { return }
      draft.faults.append(RowFault(.related(list), Self.text(json), "This has to be a list of records' numbers"))
      return
    }
    switch json {
    case .null: setNumber(nil, &draft)
    case .number(let text), .string(let text): setNumber(text.trimmingSpaces(), &draft)
    // An included record, as in responses of the API.
    case .object(let object) where position != nil && object["id"] != nil: readNumber(object["id"] ?? .null, &draft)
    default: fault(Self.text(json), &draft)
    }
  }

  private func setNumber(_ text: String?, _ draft: inout RowDraft) {
    guard let text, !text.isEmpty else { return setNone(&draft) }
    let cell = Cell(naming: text)
    if let position {
      draft.cells[position] = cell
    } else if case .value(.integer(let number)) = cell {
      draft.id = number
    } else {
      fault(text, &draft)
    }
  }

  private func set(_ number: RecordID, _ draft: inout RowDraft) {
    if let position { draft.cells[position] = .value(.integer(number)) } else { draft.id = number }
  }

  private func fault(_ text: String, _ draft: inout RowDraft) {
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.contains { $0 != 0x30 }
    draft.faults.append(
      RowFault(
        position.map(RowFault.Place.column) ?? .id, text,
        isNumber ? RecordIDs.fault : "This has to be a record's number"))
  }
}
