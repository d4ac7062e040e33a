import KartotekaModel

/// The rows of a file in any format.
protocol RowSource: AnyObject {
  /// Reads the next row with its faults into a draft; false at the end. The draft is valid while the file's text exists.
  func next(_ draft: inout RowDraft) -> Bool
}

extension RowDraft {
  /// Records an unreadable row.
  fileprivate mutating func take(_ error: ReadingError, raw: UnsafeRawBufferPointer, line: Int) {
    begin(line: error.line ?? line, raw: raw)
    faults = [RowFault(.row, nil, Phrase(error.key, error.arguments.mapValues { .text($0) }))]
  }
}

/// The rows of a CSV file after its header.
final class CSVRows: RowSource {
  private struct Field {
    let index: Int
    let reader: ColumnReader
  }

  @exclusivity(unchecked) private var reader: CSVReader
  private let fields: [Field]
  private let positions: [PositionField]
  private let otherPhones: [Field]
  private let width: Int
  /// The column with the marks of exported records.
  private let marks: Int?
  private let entity: EntityDescription

  init(_ plan: FilePlan) {
    reader = CSVReader(plan.text, dialect: plan.dialect)
    width = plan.columns.count
    entity = plan.entity
    marks = plan.columns.first { $0.header == RecordMark.heading }.map { $0.number - 1 }
    fields = plan.columns.compactMap { column in
      ColumnReader(
        column.target, of: plan.entity, in: column.notation.valid, emptiesMisfits: plan.emptiesMisfits,
        words: plan.choiceWords
      )
      .map { Field(index: column.number - 1, reader: $0) }
    }
    positions = PositionField.all(of: plan)
    otherPhones = Self.otherPhones(of: plan)
    // Skips the header, which is in the plan.
    _ = try? reader.next()
  }

  func next(_ draft: inout RowDraft) -> Bool {
    do throws(ReadingError) {
      // A row without anything but its mark was emptied, which deletes no record and no value.
      repeat { guard try reader.next() else { return false } } while width > 1 && (reader.isBlank || isEmptied)
    } catch {
      draft.take(error, raw: reader.rawRecord, line: reader.line)
      return true
    }
    draft.begin(line: reader.line, raw: reader.rawRecord)
    guard !reader.hasMore(than: width) else {
      draft.faults.append(RowFault(.row, nil, ragged))
      return true
    }
    // Many programs leave out empty fields at the end.
    let count = reader.fieldCount
    draft.isShort = count < width
    for field in fields {
      // A formula without a stored result says nothing about the field, as little as a field that the row lacks.
      guard field.index < count, !reader.isUntold(field.index) else {
        field.reader.leaveOut(of: &draft)
        continue
      }
      field.reader.read(
        reader[field.index], isQuoted: reader.isQuoted(field.index), isValue: reader.isValue(field.index), into: &draft)
    }
    for position in positions {
      position.read(text(position.latitude.number - 1), text(position.longitude.number - 1), into: &draft)
    }
    for field in otherPhones where field.reader.isEmpty(in: draft) && field.index < count {
      field.reader.read(reader[field.index], isQuoted: true, into: &draft)
    }
    if reader.hasPutTogether { draft.keepBytes() }
    readMark(into: &draft)
    return true
  }

  // In a file with one other column, an empty row is one whose value was deleted.
  private var isEmptied: Bool {
    guard width > 2, let marks, marks < reader.fieldCount, !reader[marks].isEmpty else { return false }
    return (0..<reader.fieldCount).allSatisfy { $0 == marks || reader[$0].allSatisfy { $0 <= 0x20 } }
  }

  private func readMark(into draft: inout RowDraft) {
    guard let marks, let mark = text(marks).flatMap({ RecordMark(text: $0.trimmingSpaces()) }),
      RecordMark.concerns(entity)
    else { return }
    draft.mark = mark
    guard let id = draft.id, id != mark.id else { return }
    draft.faults.append(
      RowFault(
        .id, String(id), Phrase("This was {number} when the file was exported", ["number": .text(String(mark.id))])))
  }

  // A record with one telephone number takes that of another kind where a card lacks the first.
  private static func otherPhones(of plan: FilePlan) -> [Field] {
    let attributes = plan.entity.attributes.filter { $0.kind == .phone }
    let phones = plan.columns.filter { VCardSheet.phones.contains($0.header) }
    guard attributes.count == 1, phones.count > 1, phones.contains(where: { $0.target == .column(attributes[0].name) })
    else { return [] }
    return phones.filter { $0.target == .nothing }.compactMap { column in
      ColumnReader(.column(attributes[0].name), of: plan.entity, in: .canonical)
        .map { Field(index: column.number - 1, reader: $0) }
    }
  }

  private func text(_ index: Int) -> String? {
    index < reader.fieldCount ? String(decoding: reader[index], as: UTF8.self) : nil
  }

  private var ragged: Phrase {
    Phrase(
      "This row has {fields} fields, the header has {headers}",
      ["fields": .text(String(reader.fieldCount)), "headers": .text(String(width))])
  }
}

/// Two columns of degrees that are one position.
struct PositionField {
  let latitude: ColumnMatch
  let longitude: ColumnMatch
  private let reader: ColumnReader

  /// The positions of a plan.
  static func all(of plan: FilePlan) -> [PositionField] {
    plan.columns.compactMap { latitude in
      guard case .latitude(let name) = latitude.target,
        let longitude = plan.columns.first(where: { $0.target == .longitude(name) }),
        let reader = ColumnReader(
          .column(name), of: plan.entity, in: .canonical, emptiesMisfits: plan.emptiesMisfits)
      else { return nil }
      return PositionField(latitude: latitude, longitude: longitude, reader: reader)
    }
  }

  /// - Parameters:
  ///   - latitude: nil where the row lacks it.
  ///   - longitude: nil where the row lacks it.
  func read(_ latitude: String?, _ longitude: String?, into draft: inout RowDraft) {
    // A row without both says nothing about the position.
    guard latitude != nil || longitude != nil else { return reader.leaveOut(of: &draft) }
    let halves = [latitude, longitude].map { $0?.trimmingSpaces() ?? "" }
    // As for other kinds, they mean no value.
    let degrees = halves.map { $0 == "NULL" || Placeholders.contains($0) ? "" : $0 }
    if zip(halves, degrees).contains(where: { $0 != $1 && $0 != "NULL" }) { draft.placeholders += 1 }
    reader.read(text: PositionColumns.text(degrees[0], degrees[1]), into: &draft)
  }
}

/// The rows of a JSON file.
final class JSONRows: RowSource {
  private var reader: JSONRecordReader
  private let entity: EntityDescription
  private let matcher: HeaderMatcher
  /// The readers by name; nil inside for ignored names.
  private var readers: [String: ColumnReader?] = [:]
  private let positions: [PositionField]
  private let emptiesMisfits: Bool
  private let words: [String: [String: String]]

  /// - Throws: ``ReadingError`` if the file has no list of records.
  init(_ plan: FilePlan, _ matcher: HeaderMatcher) throws(ReadingError) {
    reader = try JSONRecordReader(plan.text)
    entity = plan.entity
    self.matcher = matcher
    emptiesMisfits = plan.emptiesMisfits
    words = plan.choiceWords
    positions = PositionField.all(of: plan)
    for column in plan.columns {
      readers[column.header] = ColumnReader(
        column.target, of: plan.entity, in: column.notation.valid, emptiesMisfits: emptiesMisfits,
        words: words)
    }
  }

  func next(_ draft: inout RowDraft) -> Bool {
    do throws(ReadingError) {
      guard try reader.next() else { return false }
    } catch {
      draft.take(error, raw: reader.rawRecord, line: reader.line)
      return true
    }
    draft.begin(line: reader.line, raw: reader.rawRecord)
    draft.clear()
    for (name, value) in reader.record {
      guard let column = column(name) else { continue }
      if column.isGiven(in: draft) {
        draft.faults.append(RowFault(.row, nil, Phrase("{name} comes twice", ["name": .text(name)])))
      } else {
        column.read(value, into: &draft)
      }
    }
    for position in positions { position.read(text(position.latitude), text(position.longitude), into: &draft) }
    return true
  }

  // A value that is neither a number nor a text is a fault of the row.
  private func text(_ column: ColumnMatch) -> String? {
    switch reader.record[column.header] {
    case nil: nil
    case .null?: ""
    case let value?: ColumnReader.text(value)
    }
  }

  // A name that did not occur in the records of the plan.
  private func column(_ name: String) -> ColumnReader? {
    if let known = readers[name] { return known }
    let column = ColumnReader(
      matcher.target(of: name), of: entity, in: .canonical, emptiesMisfits: emptiesMisfits, words: words)
    readers[name] = column
    return column
  }
}
