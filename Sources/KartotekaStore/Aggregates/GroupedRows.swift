import KartotekaModel

/// Adds up the records of each group in memory, in the order in which the table has them. SQLite would sort all records by their
/// groups first, which takes five to ten times as long.
struct GroupedRows {
  // SQLite gives a function 127 arguments, or as many as it was built for.
  private static let mostColumns = 100
  /// The most groups that are added up: of more, SQLite sorts the records.
  var most = 10_000
  /// About the most bytes of a field's different values: of 10,000 long texts, those that a limit leaves out would fill the memory.
  var mostBytes = 16_000_000
  private let groups: [GroupSQL]
  private let measures: [(measure: MeasureSQL, value: Int)]
  /// Groups and then the values that are measured, of each record, behind the visitor of the rows.
  private let statement: Fragment
  /// The steps with each value.
  private var steps: [GroupTally.Steps] = []

  /// - Parameter found: `FROM` with the joins and the condition.
  /// - Returns: nil for measures that need all values at once, for too many of them, and without groups.
  init?(_ groups: [GroupSQL], _ measures: [MeasureSQL], of found: Fragment) {
    guard !groups.isEmpty, !measures.contains(where: { $0.function == .distinct }) else { return nil }
    self.groups = groups
    // A value with several functions is computed once.
    var values: [Fragment] = []
    var places: [(measure: MeasureSQL, value: Int)] = []
    for measure in measures {
      guard let value = measure.value else {
        places.append((measure, -1))
        continue
      }
      let known = values.firstIndex { $0.sql == value.sql && $0.values == value.values }
      places.append((measure, known ?? values.count))
      if let known {
        steps[known].formUnion(GroupTally.Steps(measure.function))
      } else {
        values.append(value)
        steps.append(GroupTally.Steps(measure.function))
      }
    }
    self.measures = places
    let columns = groups.map(\.value) + values
    guard columns.count <= Self.mostColumns else { return nil }
    statement = Fragment(
      sql: "SELECT \(RowFunction.name)(?, " + columns.map(\.sql).joined(separator: ", ") + ")" + found.sql,
      values: columns.flatMap(\.values) + found.values)
  }

  /// The rows of a request; nil for too many groups.
  func rows(of request: AggregateRequest, in database: SQLConnection) throws -> [AggregateRow]? {
    let tallies = GroupTallies(groups.map(\.key), steps, most, mostBytes, database)
    let rows = RowVisitor { try tallies.add($0) }
    guard try rows.takeAll(of: RawStatement(statement.sql, in: database), statement.values) else { return nil }
    return request.ordered(tallies.rows(measures))
  }
}

/// The groups of records, and what the values in each add up to.
private final class GroupTallies {
  private let steps: [GroupTally.Steps]
  private let (most, mostBytes): (Int, Int)
  private let database: SQLConnection
  private var axes: [GroupAxis]
  /// Of several groups, the pairs of the place of those before and the next one.
  private var pairs: [DifferentPairs]
  private var counts: [Int64] = []
  private var tallies: [GroupTally] = []

  init(
    _ keys: [(@Sendable (Fragment) -> Fragment)?], _ steps: [GroupTally.Steps], _ most: Int, _ mostBytes: Int,
    _ database: SQLConnection
  ) {
    (self.steps, self.most, self.mostBytes, self.database) = (steps, most, mostBytes, database)
    axes = keys.map { GroupAxis(key: $0) }
    pairs = Array(repeating: DifferentPairs(), count: keys.count - 1)
  }

  /// Adds a record.
  /// - Returns: false for too many groups, and for a value that can't be added.
  func add(_ row: FunctionArguments) throws -> Bool {
    guard var place = try axes[0].number(of: row[0], in: database) else { return false }
    for axis in 1..<axes.count {
      guard let number = try axes[axis].number(of: row[axis], in: database) else { return false }
      place = pairs[axis - 1].number(of: place, number)
    }
    if place == counts.count {
      if place == most || axes.contains(where: { $0.size > mostBytes }) { return false }
      counts.append(0)
      tallies.append(contentsOf: repeatElement(GroupTally(), count: steps.count))
    }
    counts[place] += 1
    for value in steps.indices
    where !tallies[place * steps.count + value].add(row[axes.count + value], steps[value]) {
      return false
    }
    return true
  }

  /// A row for each group.
  func rows(_ measures: [(measure: MeasureSQL, value: Int)]) -> [AggregateRow] {
    counts.indices.map { place in
      AggregateRow(
        groups: zip(axes, numbers(of: place)).map { $0.values[$1] },
        measures: measures.map { measure, value in
          value < 0
            ? .integer(counts[place])
            : tallies[place * steps.count + value].result(measure.function, of: counts[place])
        })
    }
  }

  // The numbers of a place's groups.
  private func numbers(of place: Int) -> [Int] {
    var (place, numbers) = (place, [Int]())
    for pair in pairs.reversed() {
      let both = pair[place]
      numbers.append(both.second)
      place = both.first
    }
    return (numbers + [place]).reversed()
  }
}

/// The values of a group, or the units of its days.
private struct GroupAxis {
  /// The most different days.
  private static let mostDays = 100_000

  let key: (@Sendable (Fragment) -> Fragment)?
  private var found = DifferentValues()
  private var units = DifferentValues()
  /// The unit of each value.
  private var unit: [Int] = []

  init(key: (@Sendable (Fragment) -> Fragment)?) { self.key = key }

  /// The bytes of the values so far.
  var size: Int { found.size }

  /// The groups by their numbers.
  var values: [Value] { key == nil ? found.values : units.values }

  /// The number of the group of a value; nil for too many days.
  mutating func number(of value: FunctionArgument, in database: SQLConnection) throws -> Int? {
    let number = found.number(of: value)
    guard let key else { return number }
    if number == unit.count {
      if number == Self.mostDays { return nil }
      // SQL says which unit a day is in, as it does where it groups.
      let key = key(Fragment(sql: "?", values: [found.values[number]]))
      let statement = try RawStatement("SELECT " + key.sql, in: database)
      statement.bind(key.values)
      defer { statement.reset() }
      _ = try statement.step()
      unit.append(units.number(of: statement.storage(column: 0) == .text ? statement.text(column: 0) : nil))
    }
    return unit[number]
  }
}

/// The tally of the values of one expression in one group.
private struct GroupTally {
  /// The steps for each value. Functions share them: an average needs the sum.
  struct Steps: OptionSet {
    let rawValue: Int

    static let sum = Steps(rawValue: 1)
    static let real = Steps(rawValue: 2)
    static let least = Steps(rawValue: 4)
    static let greatest = Steps(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ function: MeasureSQL.Function) {
      self =
        switch function {
        case .count, .empty, .distinct: []
        case .sum, .average: .sum
        case .realSum, .realAverage: .real
        case .least: .least
        case .greatest: .greatest
        }
    }
  }

  /// The number of records with a value.
  private var filled: Int64 = 0
  private var sum = NumberFunctions.Sum()
  private var real = RealSum()
  private var least = Value.null
  private var greatest = Value.null

  /// Adds a value.
  /// - Returns: whether it can be added: whether a sum is one of numbers.
  mutating func add(_ argument: FunctionArgument, _ steps: Steps) -> Bool {
    guard let storage = argument.storage else { return true }
    filled += 1
    if steps.contains(.sum) {
      switch storage {
      case .integer: sum.add(argument.integer)
      case .real: sum.add(real: argument.real)
      case .text, .blob: return false
      }
    }
    if steps.contains(.real) {
      guard storage == .integer || storage == .real else { return false }
      real.add(argument.real)
    }
    guard steps.contains(.least) || steps.contains(.greatest) else { return true }
    let value = argument.copy
    if steps.contains(.least), filled == 1 || value.precedes(least) { least = value }
    if steps.contains(.greatest), filled == 1 || greatest.precedes(value) { greatest = value }
    return true
  }

  /// The measure, of so many records.
  func result(_ function: MeasureSQL.Function, of count: Int64) -> Value {
    switch function {
    case .count: return .integer(count)
    case .empty: return .integer(count - filled)
    case .sum: return sum.integer.map(Value.integer) ?? .real(sum.approximate)
    case .average(let unit):
      guard filled > 0 else { return .null }
      var sum = sum
      sum.unit = unit
      return sum.average.map(Value.integer) ?? .real(sum.approximate)
    case .realSum: return .real(real.total)
    case .realAverage: return real.average.map(Value.real) ?? .null
    case .least: return least
    case .greatest: return greatest
    case .distinct: return .null
    }
  }
}

extension AggregateRequest {
  /// Rows in the request's order, as many as it wants.
  fileprivate func ordered(_ rows: [AggregateRow]) -> [AggregateRow] {
    let order = order + groups.indices.map { .group($0, ascending: true) }
    let sorted = rows.sorted { one, other in
      for order in order {
        let (first, second, ascending) =
          switch order {
          case .group(let index, let ascending): (one.groups[index], other.groups[index], ascending)
          case .measure(let index, let ascending): (one.measures[index], other.measures[index], ascending)
          }
        if first.precedes(second) { return ascending }
        if second.precedes(first) { return !ascending }
      }
      return false
    }
    return Array(sorted.prefix(limit.map { max(0, $0) } ?? rows.count))
  }
}

extension Value {
  /// The order of SQLite: nothing, numbers, texts by their bytes, blobs.
  fileprivate func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.real(let one), .real(let other)): one < other
    case (.integer(let one), .real(let other)): other.isMore(than: one)
    case (.real(let one), .integer(let other)): one.isLess(than: other)
    case (.blob(let one), .blob(let other)): one.order.lexicographicallyPrecedes(other.order)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

extension Double {
  // A whole number of 64 bits may be none of those that there are.
  fileprivate func isMore(than integer: Int64) -> Bool {
    guard let floor = Int64(exactly: rounded(.down)) else { return self > 0 }
    return floor > integer || floor == integer && self > rounded(.down)
  }

  fileprivate func isLess(than integer: Int64) -> Bool {
    guard let floor = Int64(exactly: rounded(.down)) else { return self < 0 }
    return floor < integer
  }
}

extension Blob {
  // Bytes that can't be read are known by their beginning.
  fileprivate var order: [UInt8] { (try? bytes()) ?? head }
}
