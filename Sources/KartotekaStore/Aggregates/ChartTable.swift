import KartotekaModel

/// The numbers of a chart: a cell for each group and each value of its second field, and totals of both.
///
/// Groups beyond the most that are shown are added up under ``Key/others``: of days and moments the earlier ones, of other
/// values those with the least figures.
package struct ChartTable: Sendable {
  /// The most groups that are shown, and values of a second field.
  package struct Limits: Sendable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
  }

  /// A group.
  package enum Key: Hashable, Sendable {
    /// The value of its records, or the key of their unit; null for records without a value.
    case value(Value)
    /// All further groups.
    case others
    /// Records whose values are no days, where days are charted: columns of another program's table may have some.
    case unreadable

    /// The value; nil for the further groups and for values that are no days.
    package var value: Value? { if case .value(let value) = self { value } else { nil } }
  }

  // The totals are where a key is nil.
  private struct Place: Hashable {
    let row: Key?
    let column: Key?
  }

  /// The most groups that are added up here and not by the database.
  package static let mostGroups = 5_000

  package let chart: ListChart
  /// The groups in their order.
  package private(set) var rows: [Key] = []
  /// The values of the second field in their order; empty without one.
  package private(set) var columns: [Key] = []
  /// The form of the figure.
  package let form: AttributeDescription
  private let unit: Int64
  /// Whether there are more than ``mostGroups``.
  package internal(set) var hasMany = false
  private var tallies: [Place: ChartTally] = [:]

  /// A table without records.
  init(_ chart: ListChart, form: AttributeDescription, unit: Int64) {
    (self.chart, self.form, self.unit) = (chart, form, unit)
  }

  private var function: AggregateFunction? { chart.figure?.function }

  /// The figure of a group and a value of the second field, or of all for nil; null for none, nil for one that does not fit in 64
  /// bits.
  package func value(_ row: Key?, _ column: Key?) -> Value? {
    tallies[Place(row: row, column: column)].map { $0.value(function, unit: unit) } ?? .some(.null)
  }

  /// The number of records of a group and a value of the second field, or of all for nil.
  package func count(_ row: Key?, _ column: Key?) -> Int64 { tallies[Place(row: row, column: column)]?.count ?? 0 }

  // MARK: Making

  /// Adds records of a group, and of a value of the second field.
  mutating func add(_ tally: ChartTally, _ row: Key, _ column: Key?) {
    for place in [Place(row: row, column: column), Place(row: nil, column: column)]
      + (column == nil ? [] : [Place(row: row, column: nil), Place(row: nil, column: nil)])
    {
      tallies[place, default: ChartTally()].add(tally, function)
    }
  }

  /// The groups by their figures.
  var rowValues: [(value: Value, figure: Value)] { values { $0.column == nil ? $0.row : nil } }

  /// The values of the second field by their figures.
  var columnValues: [(value: Value, figure: Value)] { values { $0.row == nil ? $0.column : nil } }

  private func values(_ key: (Place) -> Key?) -> [(value: Value, figure: Value)] {
    tallies.compactMap { place, tally in key(place)?.value.map { ($0, tally.rank(function, unit: unit)) } }
  }

  /// The same numbers with the greatest figures first. Records without a value, those that are no days and further groups stay last.
  func sorted(by isBefore: (Value, Value) -> Bool) -> ChartTable {
    let figures = Dictionary(rowValues.map { ($0.value, $0.figure) }, uniquingKeysWith: { first, _ in first })
    let shown = rows.enumerated().filter { $0.element.value?.isNull == false }
    let ranked = shown.map { place, key in
      (place: place, key: key, figure: key.value.flatMap { figures[$0] } ?? Value.null)
    }
    let sorted = ranked.sorted { one, other in
      if isBefore(other.figure, one.figure) { return true }
      return !isBefore(one.figure, other.figure) && one.place < other.place
    }
    var copy = self
    copy.rows = sorted.map(\.key) + rows.filter { $0.value?.isNull != false }
    return copy
  }

  /// The same numbers with chosen groups; the records of all others are added up.
  func arranged(_ rows: [Value], _ columns: [Value]?) -> ChartTable {
    var copy = ChartTable(chart, form: form, unit: unit)
    copy.hasMany = hasMany
    let (known, second) = (Set(rows), columns.map { Set($0) })
    func key(_ key: Key, among values: Set<Value>) -> Key {
      if let value = key.value, !value.isNull, !values.contains(value) { .others } else { key }
    }
    for (place, tally) in tallies {
      guard let row = place.row, (place.column == nil) == (second == nil) else { continue }
      copy.add(tally, key(row, among: known), second.flatMap { second in place.column.map { key($0, among: second) } })
    }
    func keys(_ values: [Value], _ hasRecords: (Key) -> Bool) -> [Key] {
      let last: [Key] = [.value(.null), .unreadable, .others]
      return values.map { .value($0) } + last.filter(hasRecords)
    }
    copy.rows = keys(rows) { copy.count($0, nil) > 0 }
    copy.columns = columns.map { keys($0) { copy.count(nil, $0) > 0 } } ?? []
    return copy
  }
}
