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
  private let width: Int

  init(_ plan: FilePlan) {
    reader = CSVReader(plan.text, dialect: plan.dialect)
    width = plan.columns.count
    fields = plan.columns.compactMap { column in
      ColumnReader(column.target, of: plan.entity, in: column.notation.valid)
        .map { Field(index: column.number - 1, reader: $0) }
    }
    // Skips the header, which is in the plan.
    _ = try? reader.next()
  }

  func next(_ draft: inout RowDraft) -> Bool {
    do throws(ReadingError) {
      guard try reader.next() else { return false }
    } catch {
      draft.take(error, raw: reader.rawRecord, line: reader.line)
      return true
    }
    draft.begin(line: reader.line, raw: reader.rawRecord)
    guard hasAsManyFields else {
      draft.faults.append(RowFault(.row, nil, ragged))
      return true
    }
    for field in fields {
      field.reader.read(reader[field.index], isQuoted: reader.isQuoted(field.index), into: &draft)
    }
    if reader.hasPutTogether { draft.keepBytes() }
    return true
  }

  // A wrong number of fields usually means an unquoted delimiter in a value, so fields can't be assigned to columns.
  // Trailing delimiters are ignored.
  private var hasAsManyFields: Bool {
    guard reader.fieldCount != width else { return true }
    return reader.fieldCount > width && (width..<reader.fieldCount).allSatisfy { reader[$0].isEmpty }
  }

  private var ragged: Phrase {
    Phrase(
      "This row has {fields} fields, the header has {headers}",
      ["fields": .text(String(reader.fieldCount)), "headers": .text(String(width))])
  }
}

/// The rows of a JSON file.
final class JSONRows: RowSource {
  private var reader: JSONRecordReader
  private let entity: EntityDescription
  private let matcher: HeaderMatcher
  /// The readers by name; nil inside for ignored names.
  private var readers: [String: ColumnReader?] = [:]

  /// - Throws: ``ReadingError`` if the file has no list of records.
  init(_ plan: FilePlan, _ matcher: HeaderMatcher) throws(ReadingError) {
    reader = try JSONRecordReader(plan.text)
    entity = plan.entity
    self.matcher = matcher
    for column in plan.columns {
      readers[column.header] = ColumnReader(column.target, of: plan.entity, in: column.notation.valid)
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
    return true
  }

  // A name that did not occur in the records of the plan.
  private func column(_ name: String) -> ColumnReader? {
    if let known = readers[name] { return known }
    let column = ColumnReader(matcher.target(of: name), of: entity, in: .canonical)
    readers[name] = column
    return column
  }
}
