import Foundation
import KartotekaModel

/// What the columns of a file are, as it is kept with its rows.
struct RowLayout: Codable, Hashable {
  private struct Column: Codable, Hashable {
    let heading: String
    /// An attribute or relationship; "" for the record's number, nil for nothing.
    let target: String?
  }

  /// What separates the fields; nil for JSON.
  private let delimiter: UInt8?
  private let columns: [Column]

  init(_ plan: FilePlan) {
    delimiter = plan.format == .csv ? (plan.dialect ?? CSVDialect()).delimiter.rawValue : nil
    columns = plan.columns.map { column in
      switch column.target {
      case .id: Column(heading: column.header, target: "")
      case .column(let name): Column(heading: column.header, target: name)
      case .nothing: Column(heading: column.header, target: nil)
      }
    }
  }

  /// Reads what ``text`` wrote.
  init?(text: String) {
    guard let layout = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = layout
  }

  /// The same for the same columns.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// How fields are separated; nil for JSON.
  var dialect: CSVDialect? {
    delimiter.map { CSVDialect(delimiter: CSVDialect.Delimiter(rawValue: $0) ?? .comma) }
  }

  var headings: [String] { columns.map(\.heading) }

  /// What each column means.
  var matches: [ColumnMatch] {
    columns.enumerated().map { index, column in
      ColumnMatch(number: index + 1, header: column.heading, target: target(column))
    }
  }

  /// What a column of that heading means; nil where there is none.
  func target(of heading: String) -> ColumnMatch.Target? {
    columns.first { $0.heading == heading }.map(target)
  }

  private func target(_ column: Column) -> ColumnMatch.Target {
    switch column.target {
    case nil: .nothing
    case ""?: .id
    case let name?: .column(name)
    }
  }
}
