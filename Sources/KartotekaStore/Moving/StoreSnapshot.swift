import Foundation
import KartotekaModel

/// All data of a database as of one moment, table by table, for a copy into another kind of database.
package struct StoreSnapshot {
  /// The version of the platform's own tables.
  package static let platformFormat = Schema.format

  /// The tables with data, those of records first. Sort keys, search indices and counts are computed from them.
  package let tables: [CopiedTable]
  /// Tables, columns, views and triggers of other programs, which no copy contains.
  package let foreign: [String]
  private let database: SQLConnection
  private let mapping: ModelMapping

  init(_ mapping: ModelMapping, in database: SQLConnection) throws {
    self.database = database
    self.mapping = mapping
    let existing = try Schema.tables(in: database)
    let records = CopiedTable.records(of: mapping.model)
    let platform = (Schema(mapping).platformNames + [DescriptionTable.name]).filter(existing.contains)
    let archives = existing.filter { $0.hasPrefix(Archive.prefix) }.sorted()
    tables =
      try records + platform.map { try CopiedTable($0, .platform, in: database) }
      + archives.map { try CopiedTable($0, .archive, in: database) }
    foreign = try Self.foreign(to: records, in: database)
  }

  private static func foreign(to records: [CopiedTable], in database: SQLConnection) throws -> [String] {
    let known = Dictionary(records.map { ($0.name, Set($0.columns.map(\.name))) }) { first, _ in first }
    return try database.foreignNames().filter { known[$0] == nil }
      + known.sorted { $0.key < $1.key }.flatMap { table, columns in
        try database.columns(of: table).filter { !columns.contains($0) }.map { "\(table).\($0)" }
      }
  }

  /// The number of a table's rows.
  /// - Throws: ``StoreError``.
  package func count(_ table: CopiedTable) throws -> Int {
    Int(try RawStatement("SELECT count(*) FROM \(SQL.name(table.name))", in: database).integer() ?? 0)
  }

  /// The greatest number that a table's rows have had; nil where a deleted row's number is given again.
  /// - Throws: ``StoreError``.
  package func lastNumber(_ table: CopiedTable) throws -> Int64? {
    try database.lastNumber(of: table.name)
  }

  /// A table's rows, in no order.
  /// - Throws: ``StoreError``.
  package func rows(of table: CopiedTable) throws -> CopiedRows { try CopiedRows(table, mapping.blobs, in: database) }

  /// The files beside the database to which no record refers: those that undo restores, and those of archives. One that is
  /// missing is omitted.
  /// - Throws: ``StoreError``.
  package func hiddenFiles() throws -> [CopiedFile] {
    guard let folder = mapping.blobs else { return [] }
    return try BlobUses.digests(in: database, ofRecords: false)
      .sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { digest in
        folder.size(of: digest).map { CopiedFile(url: folder.url(of: digest), digest: digest, count: $0) }
      }
  }
}

extension Store {
  /// Reads all data in one snapshot, on the calling thread's time: never on one of Swift's cooperative threads. Others may go
  /// on reading and writing.
  /// - Throws: ``StoreError``, and what the body throws.
  func readSnapshot<T>(_ body: (StoreSnapshot) throws -> T) throws -> T {
    let queue = try url.map { try DatabaseCopy.open($0) } ?? writer
    return try DatabaseCopy.translating(url ?? URL(filePath: "/")) {
      try queue.read { try body(StoreSnapshot(mapping, in: $0)) }
    }
  }
}
