import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("The declaration of the platform's tables")
struct PlatformTableTests {
  /// What a file has of the platform's, but what follows from the rest.
  private func tables() throws -> [String: [String]] {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let file = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    let derived = ["kartoteka_keys_*", "kartoteka_search_*", RecordCounts.table]
    let names = try file.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'kartoteka_*' \
      AND NOT (\(derived.map { "name GLOB '\($0)'" }.joined(separator: " OR ")))
      """)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try file.rows("SELECT name FROM pragma_table_info('\($0)')")) })
  }

  @Test("Each table of a new file is declared with all its columns, and no other")
  func declared() throws {
    let there = try tables()
    #expect(Set(PlatformTable.all.map(\.name)) == Set(there.keys))
    for table in PlatformTable.all { #expect(table.columns.map(\.name) == there[table.name], "\(table.name)") }
  }

  @Test("A table with values of records says what goes when they are deleted for good")
  func purged() {
    for table in PlatformTable.all {
      let hasValues = table.columns.contains {
        switch $0.meaning {
        case .values, .image: true
        default: false
        }
      }
      if case .nothing = table.purge { #expect(!hasValues, "\(table.name)") }
      if case .rowsOf(let other) = table.purge {
        #expect(!hasValues && PlatformTable.all.contains { $0.name == other }, "\(table.name)")
      }
    }
  }

  @Test("A column that depends on another one names one of its table")
  func related() {
    for table in PlatformTable.all {
      let names = table.columns.map(\.name)
      for column in table.columns {
        switch column.meaning {
        case .relationship(let other), .column(let other), .image(let other), .record(let other?), .query(let other),
          .layout(let other):
          #expect(names.contains(other), "\(table.name).\(column.name)")
        case .plain, .table, .entity, .record(nil), .changeSet, .values: break
        }
      }
    }
  }
}
