import KartotekaModel
import KartotekaStore

/// Writes the records of a list in one format.
protocol ListFileWriter {
  /// Begins a page of records that a program reads again and again, with their last changes.
  mutating func begin(_ revisions: [RecordID: RecordRevision])
  /// Writes a record of a page.
  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws
  /// Writes a row of totals.
  mutating func write(_ totals: ListTotals.Row) throws
  mutating func finish() throws
}

extension ListFileWriter {
  mutating func begin(_ revisions: [RecordID: RecordRevision]) {}
  mutating func write(_ totals: ListTotals.Row) throws {}
}

extension ListFile {
  // The texts of a row of totals.
  fileprivate func texts(of totals: ListTotals.Row) -> [String?] {
    fields.indices.map { index in
      if index == 0 { return totals.label }
      return totals.values[index].map { $0.attribute.behavior.text($0.value, for: $0.attribute) }
    }
  }
}

struct CSVListWriter: ListFileWriter {
  private let list: ListFile
  private let shown: String
  private var csv: CSVWriter

  init(_ list: ListFile, to sink: any ByteSink) throws {
    (self.list, shown, csv) = (list, RecordMark.places(list.shown), CSVWriter(to: sink))
    try csv.record(list.columns + (list.hasMarks ? [RecordMark.heading] : []))
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    for (index, field) in list.fields.enumerated() {
      csv.field(list.text(of: cells.cell(index, of: record), field, isForSpreadsheets: true))
    }
    if list.hasMarks { csv.field(list.mark(of: record, cells, shown: shown)?.text) }
    try csv.endRecord()
  }

  mutating func write(_ totals: ListTotals.Row) throws {
    try csv.record(list.texts(of: totals) + (list.hasMarks ? [nil] : []))
  }

  mutating func finish() throws { try csv.finish() }
}

struct JSONListWriter: ListFileWriter {
  private let list: ListFile
  private var json: JSONRecordWriter

  init(_ list: ListFile, to sink: any ByteSink, as shape: JSONRecordWriter.Shape) {
    (self.list, json) = (list, JSONRecordWriter(to: sink, as: shape))
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    try json.record { [list] json in
      json.beginObject()
      for (index, field) in list.fields.enumerated() {
        json.key(list.columns[index])
        list.write(cells.cell(index, of: record), field, to: &json)
      }
      json.endObject()
    }
  }

  mutating func finish() throws { try json.finish() }
}

struct SheetListWriter<Sheet: SheetWriter>: ListFileWriter {
  private let list: ListFile
  private let shown: String
  private var sheet: Sheet

  init(_ list: ListFile, _ sheet: Sheet) {
    (self.list, shown, self.sheet) = (list, RecordMark.places(list.shown), sheet)
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    var row = list.sheetCells(of: record, cells)
    if list.hasMarks, let mark = list.mark(of: record, cells, shown: shown) { row.append(.text(mark.text)) }
    try sheet.row(row)
  }

  mutating func write(_ totals: ListTotals.Row) throws {
    try sheet.row(
      list.texts(of: totals).enumerated().map { index, text in
        guard let text else { return .empty }
        guard index > 0, let (value, attribute) = totals.values[index] else { return .text(text) }
        return .formatted(value, of: attribute)
      })
  }

  mutating func finish() throws { try sheet.finish() }
}
