import KartotekaModel
import KartotekaStore

/// A format in which the records of a list are exported as the list shows them.
package enum ViewFormat: String, Sendable, CaseIterable {
  /// Comma-separated fields below the labels of the columns.
  case csv
  /// One array of objects, one per line.
  case json
  /// One object per line.
  case ndjson
  /// A spreadsheet (ECMA-376).
  case xlsx
  /// A spreadsheet of LibreOffice's (OpenDocument, ISO/IEC 26300).
  case ods
  /// Cards of people (vCard 4.0, RFC 6350).
  case vcf
  /// Days and moments (iCalendar, RFC 5545).
  case ics
  /// Positions (RFC 7946).
  case geojson
}

/// Why a list is not exported.
package enum ListExportFault: Error, Hashable, Sendable {
  /// Its records have nothing that the format is for: the format, and what the records are called.
  case notInFormat(ViewFormat, String)

  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .notInFormat(let format, let nouns):
      Phrase(
        "{noun} can't be exported as {format}",
        ["noun": .phrase(Phrase(nouns)), "format": .text(format.rawValue)])
    }
  }
}

extension ViewFormat {
  /// Whether a list of records can be written in the format.
  package func concerns(_ entity: EntityDescription) -> Bool {
    switch self {
    case .csv, .json, .ndjson, .xlsx, .ods: true
    case .vcf: CardFile.concerns(entity)
    case .ics: EventFile.day(of: entity, nil) != nil
    case .geojson: PlaceFile.position(of: entity) != nil
    }
  }

  /// Whether a file has columns, and not objects of another kind.
  var isTable: Bool {
    switch self {
    case .csv, .json, .ndjson, .xlsx, .ods: true
    case .vcf, .ics, .geojson: false
    }
  }

  /// Whether totals are its last rows. JSON has records only.
  var hasTotals: Bool { [.csv, .xlsx, .ods].contains(self) }

  /// Whether fields are called by their labels, and not by their names.
  var hasLabels: Bool { ![.json, .ndjson].contains(self) }

  /// The most related records of a list that can be named by their titles; nil for any number.
  func mostNamed(hasTitles: Bool) -> Int? {
    switch self {
    case .csv, .xlsx, .ods: hasTitles ? RelatedList.mostNamed : 0
    case .json, .ndjson: hasTitles ? nil : 0
    case .vcf, .ics, .geojson: nil
    }
  }

  /// The columns of a file of a list.
  func columns(
    of entity: EntityDescription, shown columns: [(path: String, label: String)], _ say: Localizer
  ) -> [(path: String, label: String)] {
    switch self {
    case .csv, .json, .ndjson, .xlsx, .ods, .ics, .geojson: columns
    case .vcf: CardFile.columns(of: entity)
    }
  }

  /// The writer of a file.
  /// - Parameters:
  ///   - first: the first records, by which the columns of a spreadsheet get their widths.
  /// - Throws: what the sink throws.
  func writer(
    of list: ListFile, to sink: any ByteSink, first: [AnyRecord], _ cells: ListCells
  ) throws -> any ListFileWriter {
    switch self {
    case .csv: return try CSVListWriter(list, to: sink)
    case .json: return JSONListWriter(list, to: sink, as: .array)
    case .ndjson: return JSONListWriter(list, to: sink, as: .lines)
    case .xlsx, .ods:
      let headings = list.columns + (list.hasMarks ? [RecordMark.heading] : [])
      let hidden = list.hasMarks ? list.columns.count : nil
      let rows = first.map { list.sheetCells(of: $0, cells) }
      if self == .xlsx {
        let sheet = try SpreadsheetWriter(
          to: sink, name: list.name, headings: headings, first: rows, hidden: hidden)
        return SheetListWriter(list, sheet)
      }
      let sheet = try OpenDocumentWriter(to: sink, name: list.name, headings: headings, first: rows, hidden: hidden)
      return SheetListWriter(list, sheet)
    case .vcf: return CardFile(list, to: sink)
    case .ics: return try EventFile(list, to: sink)
    case .geojson: return PlaceFile(list, to: sink)
    }
  }
}
