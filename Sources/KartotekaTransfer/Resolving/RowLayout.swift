import Foundation
import KartotekaModel

/// The layout of a file: the meaning of each column, as it is stored with rejected rows.
struct RowLayout: Codable, Hashable {
  private struct Column: Codable, Hashable {
    let heading: String
    /// The name of an attribute or relationship; "" for the id, nil for no target.
    let target: String?
    /// The notation of ambiguous values and times; nil for other columns.
    let notation: ValueNotation?
  }

  // No name has a colon.
  private static let (latitude, longitude) = ("latitude:", "longitude:")

  /// The delimiter; nil for JSON.
  private let delimiter: UInt8?
  private let columns: [Column]
  /// The fields by which rows find their records; nil for the unique ones.
  private let keys: [String]?

  init(_ plan: FilePlan) {
    delimiter = plan.format == .csv ? (plan.dialect ?? CSVDialect()).delimiter.rawValue : nil
    keys = plan.keys.isEmpty ? nil : plan.keys
    columns = plan.columns.map { column in
      switch column.target {
      case .id: Column(heading: column.header, target: "", notation: nil)
      case .column(let name):
        Column(heading: column.header, target: name, notation: Self.notation(of: column, name, in: plan.entity))
      case .latitude(let name): Column(heading: column.header, target: Self.latitude + name, notation: nil)
      case .longitude(let name): Column(heading: column.header, target: Self.longitude + name, notation: nil)
      case .nothing: Column(heading: column.header, target: nil, notation: nil)
      }
    }
  }

  // The time zone of times is a part of their notation.
  private static func notation(
    of column: ColumnMatch, _ name: String, in entity: EntityDescription
  ) -> ValueNotation? {
    entity.attribute(name)?.kind == .timestamp ? column.notation.valid : column.notation.needed
  }

  /// Parses the output of ``text``.
  init?(text: String) {
    guard let layout = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = layout
  }

  /// The stored form. Equal columns have equal text.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The CSV dialect; nil for JSON.
  var dialect: CSVDialect? {
    delimiter.map { CSVDialect(delimiter: CSVDialect.Delimiter(rawValue: $0) ?? .comma) }
  }

  /// The names of the fields by which rows without a number find their records; empty for the unique ones.
  var chosenKeys: [String] { keys ?? [] }

  var headings: [String] { columns.map(\.heading) }

  /// The meaning of each column.
  var matches: [ColumnMatch] {
    columns.enumerated().map { index, column in
      var match = ColumnMatch(number: index + 1, header: column.heading, target: target(column))
      match.notation.chosen = column.notation
      return match
    }
  }

  /// The target of a heading; nil if there is no such column.
  func target(of heading: String) -> ColumnMatch.Target? {
    columns.first { $0.heading == heading }.map(target)
  }

  /// The notation of a heading's column; nil if it is unknown.
  func notation(of heading: String) -> ValueNotation? { columns.first { $0.heading == heading }?.notation }

  private func target(_ column: Column) -> ColumnMatch.Target {
    switch column.target {
    case nil: .nothing
    case ""?: .id
    case let half? where half.hasPrefix(Self.latitude): .latitude(String(half.dropFirst(Self.latitude.count)))
    case let half? where half.hasPrefix(Self.longitude): .longitude(String(half.dropFirst(Self.longitude.count)))
    case let name?: .column(name)
    }
  }
}
