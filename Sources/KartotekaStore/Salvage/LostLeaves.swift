import Foundation
import KartotekaModel

/// Pages with rows of tables to which nothing in a damaged database leads any more, since a page above them is lost.
///
/// A page with rows that no table reaches, and that is not free, is one of a table whose way to its rows is broken. It is given to
/// that table if its rows have the form of this table's and of no other one's, and if their numbers lie between those of the others.
/// Tables that lead to the same page get none, and keep their first pages: one of them has another one's place.
struct LostLeaves {
  /// A page with rows, and the first and last number of them.
  struct Leaf {
    let page: Int
    let first: Int64
    let last: Int64
  }

  /// A table with numbered rows.
  struct Table {
    let name: String
    /// The page with which it begins.
    let root: Int
    /// Its columns; nil if they can't be read, so that all may be.
    let columns: [Column]?
  }

  /// A column of a table.
  struct Column {
    /// The types of values that a table takes.
    enum Kind { case integer, real, text, blob, any }

    let kind: Kind
    let isRequired: Bool
    /// Whether it is the number of the row, which is not among its values.
    let isNumber: Bool

    fileprivate func takes(_ type: Int64) -> Bool {
      if isNumber || type == 0 { return type == 0 && (isNumber || !isRequired) }
      return switch kind {
      case .integer: type <= 6 || type == 8 || type == 9
      case .real: type <= 9
      case .text: type >= 13 && type % 2 == 1
      case .blob: type >= 12 && type % 2 == 0
      case .any: true
      }
    }
  }

  /// The pages of a file of which all are looked at: a damaged file may be of any length. Each takes three bytes of memory.
  private static let mostPages = 1 << 27
  /// The tables, each of which has a number of two bytes.
  private static let mostTables = 60_000

  /// All pages of the tables of which some were found, in their order, by the first page of the table.
  private(set) var leaves: [Int: [Leaf]] = [:]
  /// The names of these tables.
  private(set) var mended: Set<String> = []
  /// The names of tables to which further pages may belong, or not.
  private(set) var uncertain: Set<String> = []

  /// - Parameters:
  ///   - tables: all tables of the database with numbered rows.
  ///   - check: is called while the file is read; an error that it throws ends the work.
  init(in file: PageFile, _ tables: [Table], check: () throws -> Void) throws {
    guard file.count <= Self.mostPages, tables.count <= Self.mostTables else { return }
    var walk = Walk(file: file, kinds: try file.kinds(check: check))
    _ = try walk.tree(below: 1, of: 1, check)
    var (trees, doubtful): ([(table: Table, owner: UInt16, tree: Tree)], Set<UInt16>) = ([], [])
    for (index, table) in tables.enumerated() {
      let owner = UInt16(2 + index)
      var tree = try walk.tree(below: table.root, of: owner, check)
      // It is not known whose a page is that two tables reach, nor which of them lacks others instead.
      if !tree.others.isEmpty { doubtful.formUnion(tree.others.union([owner])) }
      if tree.isWhole { tree.leaves = [] }
      trees.append((table, owner, tree))
    }
    let broken = trees.filter { !$0.tree.isWhole || doubtful.contains($0.owner) }
    let lost = walk.kinds.indices.filter { $0 > 1 && walk.kinds[$0] == PageFormat.leaf && walk.owners[$0] == 0 }
    guard !broken.isEmpty, !lost.isEmpty else { return }
    let free = try file.freePages(check: check)
    var found: [String: [Leaf]] = [:]
    for number in lost where free?.contains(number) != true {
      try check()
      guard let page = try file.page(number), let rows = file.rows(page), let first = rows.first, let last = rows.last
      else { continue }
      let fitting = broken.filter { $0.table.takes(rows) }
      if fitting.count == 1, !doubtful.contains(fitting[0].owner), free != nil {
        found[fitting[0].table.name, default: []].append(Leaf(page: number, first: first.key, last: last.key))
      } else {
        // Rows that were deleted lie in free pages, too.
        uncertain.formUnion(fitting.map { $0.table.name })
      }
    }
    for (table, _, tree) in broken {
      guard let new = found[table.name] else { continue }
      // A page that can be reached may be damaged itself. SQLite reads of it what it can.
      let old = try tree.leaves.compactMap { number in
        try file.page(number).flatMap(file.ends).map { Leaf(page: number, first: $0.first, last: $0.last) }
      }
      join(old, new, of: table, file)
    }
  }

  private mutating func join(_ old: [Leaf], _ new: [Leaf], of table: Table, _ file: PageFile) {
    let all = (old + new).sorted { ($0.first, $0.page) < ($1.first, $1.page) }
    // Two rows of one number: one of them is another table's, or an earlier one. Of a file that was cut off the first page is gone.
    guard zip(all, all.dropFirst()).allSatisfy({ $0.last < $1.first }), (2...max(file.count, 2)).contains(table.root)
    else {
      uncertain.insert(table.name)
      return
    }
    leaves[table.root] = all
    mended.insert(table.name)
  }

  /// The pages of a table to which its first page leads.
  private struct Tree {
    /// The pages with rows, in order.
    var leaves: [Int] = []
    var isWhole = true
    /// The other tables that reach pages of it.
    var others: Set<UInt16> = []
  }

  /// The way through a file from the first pages of its tables.
  private struct Walk {
    let file: PageFile
    let kinds: [UInt8]
    /// The table that reaches each page; 0 for none.
    private(set) var owners: [UInt16]

    init(file: PageFile, kinds: [UInt8]) {
      (self.file, self.kinds) = (file, kinds)
      owners = [UInt16](repeating: 0, count: kinds.count)
    }

    mutating func tree(below root: Int, of owner: UInt16, _ check: () throws -> Void) throws -> Tree {
      var (open, tree) = ([Int](), Tree())
      if reach(root, of: owner, &tree) { open.append(root) }
      while let number = open.popLast() {
        let start = number == 1 ? 100 : 0
        guard number == 1 || kinds[number] != PageFormat.leaf else {
          tree.leaves.append(number)
          continue
        }
        try check()
        guard let page = try file.page(number) else {
          tree.isWhole = false
          continue
        }
        // The first page may have the rows itself.
        if page[start] == PageFormat.leaf { continue }
        guard let children = file.children(page, from: start) else {
          tree.isWhole = false
          continue
        }
        var new: [Int] = []
        for child in children where reach(child, of: owner, &tree) { new.append(child) }
        open += new.reversed()
      }
      return tree
    }

    // Each page once: a file that names pages again and again takes no more memory than they.
    private mutating func reach(_ number: Int, of owner: UInt16, _ tree: inout Tree) -> Bool {
      guard owners.indices.contains(number), number > 0, owners[number] == 0 else {
        tree.isWhole = false
        if owners.indices.contains(number), number > 0, owners[number] != owner { tree.others.insert(owners[number]) }
        return false
      }
      owners[number] = owner
      return true
    }
  }
}

extension LostLeaves.Table {
  /// Whether rows have the form of its own.
  func takes(_ rows: [PageFile.Row]) -> Bool {
    guard let columns else { return true }
    // Columns that were added later are not in earlier rows.
    return rows.allSatisfy { row in
      row.types.count <= columns.count && zip(row.types, columns).allSatisfy { $1.takes($0) }
    }
  }

  /// The tables of a database.
  static func all(in database: SQLConnection) throws -> [Self] {
    let rows = try database.rows(
      """
      SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'table' AND rootpage > 0 \
      AND typeof(name) = 'text' AND typeof(rootpage) = 'integer' AND typeof(sql) = 'text'
      """)
    return try rows.compactMap { row in
      let (name, root, sql): (String, Int, String) = try (row[0], row[1], row[2])
      // The options stand behind the columns.
      let options = sql.lastIndex(of: ")").map { sql[$0...].uppercased() } ?? ""
      guard !options.contains("WITHOUT") else { return nil }
      let columns = try? columns(of: name, isStrict: options.contains("STRICT"), in: database)
      return Self(name: name, root: root, columns: columns?.isEmpty == false ? columns : nil)
    }
  }

  private static func columns(
    of name: String, isStrict: Bool, in database: SQLConnection
  ) throws -> [LostLeaves.Column] {
    // Columns that are computed when they are read are not in the rows.
    let rows = try database.rows(
      "SELECT upper(type), \"notnull\", pk FROM pragma_table_xinfo(?) WHERE hidden <> 2 ORDER BY cid", [name])
    let keys = try rows.count { try ($0[2] as Int) > 0 }
    return try rows.map { row in
      let (type, isRequired, key): (String, Bool, Int) = try (row[0], row[1], row[2])
      let kind: LostLeaves.Column.Kind =
        switch type {
        case _ where !isStrict: .any
        case "INTEGER", "INT": .integer
        case "REAL": .real
        case "TEXT": .text
        case "BLOB": .blob
        default: .any
        }
      return LostLeaves.Column(
        kind: kind, isRequired: isRequired, isNumber: key > 0 && keys == 1 && type == "INTEGER")
    }
  }
}
