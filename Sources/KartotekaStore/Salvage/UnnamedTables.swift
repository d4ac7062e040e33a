import Foundation
import KartotekaModel

/// Tables whose names a damaged database has lost with a part of its schema.
///
/// Their pages are still there. A table of the application that the file does not name is the only one to whose first page no name
/// leads and whose rows have the form of that table and of no other one that is not named, or to some of whose rows no way leads: as many
/// values, of these types. A table of texts and that of their sort keys have one form; they are told apart by capital letters, which no
/// key of a text has. Where it is not certain, nothing is guessed. A table whose definition alone is damaged has its name and its first page: its rows only have to have its form.
struct UnnamedTables {
  /// A table of the application.
  struct Candidate {
    let table: LostLeaves.Table
    /// Its definition.
    let sql: String
    let isOfRecords: Bool
    /// The columns with keys of texts, which have no capital letters; nil for other tables than those of sort keys.
    var keys: Set<Int>?

    // Columns that were added later are not in earlier rows. Those of records are all in them where they are made by one program.
    fileprivate func mayLack(_ rows: [PageFile.Row]) -> Bool {
      guard let columns = table.columns, let least = rows.map(\.types.count).min() else { return true }
      return columns.dropFirst(least).allSatisfy { !$0.isRequired }
    }
  }

  /// The first page of a table, and its rows.
  private struct Top {
    let page: Int
    var count = 0
    var columns = 0
    /// The first and the last number.
    var ids: ClosedRange<Int64>?
    /// The number of pages with rows that can be read.
    var leaves = 0
    /// The number of those pages all rows of which have the form of each candidate; none where it is no first page of a named one.
    var fits: [Int]
    /// The candidates whose form all rows have.
    var fitting: [Int] = []
    /// The columns with a capital letter in any row.
    var capitals: Set<Int> = []
    /// Whether each row begins as one with a number does.
    var isNumbered = true

    /// How many rows it has, and the first and the last number.
    var numbers: [Int64] { [Int64(count), ids?.lowerBound ?? 0, ids?.upperBound ?? 0] }
  }

  /// The pages of a file of which all are looked at.
  private static let mostPages = 1 << 27
  /// Fewer rows than these have the numbers of those of another table by chance.
  private static let fewRows = 16

  /// The rows of the schema that name the tables that were found.
  private(set) var schema: [DamagedSchema.Row] = []
  /// The names of these tables.
  private(set) var names: Set<String> = []
  /// The number of rows of tables without names that may be records: of those that were found, too. They may have been deleted.
  private(set) var rows = 0
  /// The number of those of them whose table is not certain.
  private(set) var uncertainRows = 0

  /// - Parameters:
  ///   - named: the rows of the schema that can be read and understood.
  ///   - undefined: those of tables whose definition is damaged.
  ///   - candidates: all tables of the application; none where it is not known.
  ///   - check: is called while the file is read; an error that it throws ends the work.
  init(
    in file: PageFile, besides named: [DamagedSchema.Row], _ undefined: [DamagedSchema.Row],
    _ candidates: [Candidate], check: () throws -> Void
  ) throws {
    guard file.count <= Self.mostPages else { return }
    let known = Set(named.map { $0[1] })
    let missing = candidates.filter { !known.contains(.text($0.table.name)) && $0.table.columns != nil }
    guard candidates.isEmpty || missing.contains(where: \.isOfRecords) else { return }
    let places = Set(undefined.compactMap { $0[3].integer })
    let (tops, forms) = try Self.tops(in: file, besides: named, places, missing, of: candidates, check)
    var found: [(index: Int, top: Top, isDefined: Bool)] = []
    for index in missing.indices where missing[index].isOfRecords {
      let name = Value.text(missing[index].table.name)
      let roots = undefined.filter { $0[1] == name }.map { $0[3] }
      // Its name is certain, and some of its rows may be damaged, too.
      let defined = tops.first { roots == [.integer(Int64($0.page))] && $0.fits[index] * 2 > $0.leaves }
      guard let top = defined ?? Self.top(of: index, among: forms, tops) else { continue }
      found.append((index, top, defined != nil))
    }
    for (index, top, isDefined) in found {
      // No page is that of two tables.
      let others = found.filter { $0.index != index && $0.top.page == top.page }
      guard others.isEmpty || isDefined && !others.contains(where: \.isDefined) else { continue }
      let name = Value.text(missing[index].table.name)
      schema.append([.text("table"), name, name, .integer(Int64(top.page)), .text(missing[index].sql)])
      names.insert(missing[index].table.name)
    }
    let roots = Set(schema.map { $0[3] })
    for top in tops {
      let isFound = roots.contains(.integer(Int64(top.page)))
      let mayBeRecords =
        candidates.isEmpty
        ? top.isNumbered
        : top.fitting.contains {
          missing.indices.contains($0) && missing[$0].isOfRecords && !names.contains(missing[$0].table.name)
        }
      if isFound || mayBeRecords { rows += top.count }
      if !isFound, mayBeRecords { uncertainRows += top.count }
    }
  }

  // A table of sort keys has the numbers of the records. Few numbers may be those of other tables, too.
  private static func top(of index: Int, among forms: [Candidate], _ tops: [Top]) -> Top? {
    let own = tops.filter { $0.fitting == [index] }
    if !own.isEmpty { return own.count == 1 ? own[0] : nil }
    let name = SortKeyTable.prefix + forms[index].table.name
    func isOfKeys(_ form: Int) -> Bool { forms[form].keys != nil }
    // Those of other languages begin so, too.
    func isOwn(_ keys: Int) -> Bool { forms[keys].table.name == name || forms[keys].table.name.hasPrefix(name + "__") }
    // A file may have a page of its own for each of millions of rows.
    let numbers = Set(
      tops.compactMap { top -> [Int64]? in
        let keys = top.fitting.filter(isOfKeys)
        return !keys.isEmpty && keys.allSatisfy(isOwn) ? top.numbers : nil
      })
    let written = tops.filter { top in
      top.count >= Self.fewRows && top.fitting.contains(index) && !top.fitting.contains(where: isOfKeys)
        && numbers.contains(top.numbers)
    }
    return written.count == 1 ? written[0] : nil
  }

  // The first pages to which no name and no other page leads. The tables of which they may be: those without a name, and behind them
  // those with one to some of whose rows no way leads.
  private static func tops(
    in file: PageFile, besides named: [DamagedSchema.Row], _ defined: Set<Int64>, _ missing: [Candidate],
    of all: [Candidate], _ check: () throws -> Void
  ) throws -> (tops: [Top], forms: [Candidate]) {
    let kinds = try file.kinds(check: check)
    var reached = [Bool](repeating: false, count: kinds.count)
    func isTable(_ number: Int) -> Bool { kinds[number] == PageFormat.leaf || kinds[number] == PageFormat.inner }
    func children(_ number: Int) throws -> [Int] {
      guard kinds[number] == PageFormat.inner else { return [] }
      try check()
      return try file.page(number).flatMap { file.children($0) } ?? []
    }
    // Each page is taken once, however often it is named.
    func walk(_ root: Int, _ visit: (Int, [Int]) throws -> Void) throws {
      var open = [root]
      while let number = open.popLast() {
        guard kinds.indices.contains(number), number > 1, !reached[number] else { continue }
        reached[number] = true
        let below = try children(number)
        try visit(number, below)
        open += below.reversed()
      }
    }
    var broken: Set<Value> = []
    for row in named {
      let root = row[3].integer.flatMap { Int(exactly: $0) } ?? 0
      if !kinds.indices.contains(root) || reached[root] { broken.insert(row[1]) }
      try walk(root) { number, below in
        let isWhole = isTable(number) && (kinds[number] == PageFormat.leaf || !below.isEmpty)
        if !isWhole || below.contains(where: { !kinds.indices.contains($0) || reached[$0] }) { broken.insert(row[1]) }
      }
    }
    let candidates =
      missing + all.filter { $0.table.columns != nil && broken.contains(.text($0.table.name)) }
    let free = try file.freePages(check: check) ?? []
    var isBelow = [Bool](repeating: false, count: kinds.count)
    for number in kinds.indices where number > 1 && !reached[number] && !free.contains(number) {
      for child in try children(number) where isBelow.indices.contains(child) { isBelow[child] = true }
    }
    var tops: [Top] = []
    for number in kinds.indices where number > 1 && isTable(number) && !isBelow[number] && !free.contains(number) {
      guard !reached[number] else { continue }
      var top = Top(page: number, fits: [Int](repeating: 0, count: candidates.count))
      try walk(number) { number, _ in
        guard kinds[number] == PageFormat.leaf else { return }
        try check()
        guard let page = try file.page(number), let rows = file.rows(page) else { return }
        if let first = rows.first?.key, let last = rows.last?.key {
          top.ids = min(first, top.ids?.lowerBound ?? first)...max(last, top.ids?.upperBound ?? last)
        }
        top.count += rows.count
        top.columns = max(top.columns, rows.map(\.types.count).max() ?? 0)
        top.capitals.formUnion(file.capitals(page))
        top.isNumbered = top.isNumbered && rows.allSatisfy { $0.types.first == 0 }
        top.leaves += 1
        for index in candidates.indices where candidates[index].table.takes(rows) && candidates[index].mayLack(rows) {
          top.fits[index] += 1
        }
      }
      // A table of the platform may have got columns later.
      top.fitting = candidates.indices.filter { index in
        top.fits[index] == top.leaves
          && (!candidates[index].isOfRecords || candidates[index].table.columns?.count == top.columns)
          && candidates[index].keys?.isDisjoint(with: top.capitals) != false
      }
      if !defined.contains(Int64(number)) { top.fits = [] }
      if top.count > 0 { tops.append(top) }
    }
    return (tops, candidates)
  }
}

extension DamagedDatabase {
  /// The number of rows in a damaged file whose tables have lost their names, as far as they may be records.
  /// - Parameter copy: a copy of it that nobody else has.
  static func unnamedRows(of copy: URL, _ check: StatementCheck) throws -> Int {
    try DamagedDatabase(copy, seeksLeaves: false, seeking: [], check).unnamed?.rows ?? 0
  }
}
