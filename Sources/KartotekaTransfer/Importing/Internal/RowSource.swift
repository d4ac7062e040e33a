import KartotekaModel

/// The rows of a file, whatever its format.
protocol RowSource: AnyObject {
  /// Reads the next row into a draft, with all that is wrong with it; false when there is none. The draft is good for as
  /// long as the file's text is there.
  func next(_ draft: inout RowDraft) -> Bool
}

extension RowDraft {
  /// Notes a row that is broken as such.
  fileprivate mutating func take(_ error: ReadingError, raw: UnsafeRawBufferPointer, line: Int) {
    begin(line: error.line ?? line, raw: raw)
    faults = [RowFault(.row, nil, Phrase(error.key, error.arguments.mapValues { .text($0) }))]
  }
}

/// The rows of a CSV file, behind its header.
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
    // The header; what it says is in the plan.
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

  // A row with a field too many or too few has most probably a delimiter in a value: which value is whose is
  // not known. Only delimiters at its end that nothing follows mean nothing.
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
  /// By the name in the file; nil inside: it means nothing.
  private var readers: [String: ColumnReader?] = [:]

  /// - Throws: ``ReadingError`` when there is no list of records in the file.
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

  // A name that none of the records had which the plan was made from.
  private func column(_ name: String) -> ColumnReader? {
    if let known = readers[name] { return known }
    let column = ColumnReader(matcher.target(of: name), of: entity, in: .canonical)
    readers[name] = column
    return column
  }
}
