import Foundation
import KartotekaModel

/// The layout of a file: the meaning of each column, as it is stored with rejected rows.
struct RowLayout: Codable, Hashable {
  private struct Column: Codable, Hashable {
    let heading: String
    /// An attribute or relationship; "" for the record's number, nil for nothing.
    let target: String?
    /// How values with two readings are read, and moments; nil in columns that have none.
    let notation: ValueNotation?
  }

  /// What separates the fields; nil for JSON.
  private let delimiter: UInt8?
  private let columns: [Column]

  init(_ plan: FilePlan) {
    delimiter = plan.format == .csv ? (plan.dialect ?? CSVDialect()).delimiter.rawValue : nil
    columns = plan.columns.map { column in
      switch column.target {
      case .id: Column(heading: column.header, target: "", notation: nil)
      case .column(let name):
        Column(heading: column.header, target: name, notation: Self.notation(of: column, name, in: plan.entity))
      case .nothing: Column(heading: column.header, target: nil, notation: nil)
      }
    }
  }

  // The time zone of moments is part of how they are written.
  private static func notation(
    of column: ColumnMatch, _ name: String, in entity: EntityDescription
  ) -> ValueNotation? {
    entity.attribute(name)?.kind == .timestamp ? column.notation.valid : column.notation.needed
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
      var match = ColumnMatch(number: index + 1, header: column.heading, target: target(column))
      match.notation.chosen = column.notation
      return match
    }
  }

  /// What a column of that heading means; nil where there is none.
  func target(of heading: String) -> ColumnMatch.Target? {
    columns.first { $0.heading == heading }.map(target)
  }

  /// How a column of that heading writes what has two readings; nil where that isn't known.
  func notation(of heading: String) -> ValueNotation? { columns.first { $0.heading == heading }?.notation }

  private func target(_ column: Column) -> ColumnMatch.Target {
    switch column.target {
    case nil: .nothing
    case ""?: .id
    case let name?: .column(name)
    }
  }
}
