import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("The rows that an undo concerns")
struct UndoKeysTests {
  private static let ids: [RecordID] =
    Array(1...200) + [255, 256, 257, 1_000, 1 << 40, RecordIDs.range.upperBound, -1, -64, -65, 0]

  @Test("They are those of a set of keys, also after some were taken out")
  func members() {
    var (keys, set) = (UndoKeys(), Set<UndoKey>())
    for (place, id) in Self.ids.enumerated() {
      for key in [
        UndoKey(table: "a", id: id), UndoKey(table: place % 2 == 0 ? "a" : "b", id: id),
        UndoKey(table: "links", id: id, other: id % 7),
      ] {
        let (isNew, isNewInSet) = (keys.insert(key), set.insert(key).inserted)
        #expect(isNew == isNewInSet)
      }
      guard place % 3 == 0 else { continue }
      let gone = UndoKey(table: "a", id: Self.ids[place / 2])
      keys.remove(gone)
      set.remove(gone)
    }
    #expect(keys.count == set.count && !keys.isEmpty)
    for id in Self.ids {
      for key in [
        UndoKey(table: "a", id: id), UndoKey(table: "b", id: id), UndoKey(table: "links", id: id, other: id % 7),
        UndoKey(table: "links", id: id, other: 9),
      ] {
        #expect(keys.contains(key) == set.contains(key))
      }
    }
    let left = set.filter { $0.table == "a" }.map(\.id)
    #expect(keys.ids(of: "a") == left.sorted())
    for ids in [1...200, 3...3, 60...70, 64...127, -64...0, RecordID.min...RecordID.max] {
      #expect(keys.count(of: "a", ids) == left.count(where: ids.contains))
    }
  }

  @Test("Those with the same rows are equal, also after others were taken out")
  func equal() {
    var (keys, same) = (UndoKeys(), UndoKeys())
    for key in [UndoKey(table: "a", id: 1), UndoKey(table: "links", id: 3, other: 4)] {
      keys.insert(key)
      same.insert(key)
    }
    for key in [
      UndoKey(table: "a", id: 2), UndoKey(table: "a", id: 700), UndoKey(table: "b", id: -1),
      UndoKey(table: "links", id: 3, other: 5), UndoKey(table: "more", id: 1, other: 1),
    ] {
      keys.insert(key)
      keys.remove(key)
    }
    #expect(keys == same && keys.hashValue == same.hashValue && keys.tables == ["a"])
    keys.remove(UndoKey(table: "a", id: 1))
    #expect(keys != same && keys.count == 1 && keys.tables.isEmpty)
  }

  @Test("Both of two sets are counted once, and they are stored in little room")
  func stored() throws {
    var (one, other) = (UndoKeys(), UndoKeys())
    for id in RecordID(1)...100_000 { one.insert(UndoKey(table: "a", id: id)) }
    for id in Self.ids { other.insert(UndoKey(table: "a", id: id)) }
    one.formUnion(other)
    #expect(one.count == 100_000 + Self.ids.count { !(1...100_000).contains($0) })
    let data = try JSONEncoder().encode(one)
    #expect(data.count < 140_000)
    #expect(try JSONDecoder().decode(UndoKeys.self, from: data) == one)
  }

  @Test("Numbers are packed and read again, and damaged ones are refused")
  func packed() throws {
    let numbers: [Int64] = [.min, -5, 0, 0, 1, 127, 128, 16_384, .max]
    let data = try JSONEncoder().encode([PackedNumbers(numbers)])
    #expect(try JSONDecoder().decode([PackedNumbers].self, from: data)[0].numbers == numbers)
    let damaged = Data(repeating: 0xff, count: 12).base64EncodedString()
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PackedNumbers].self, from: Data("[\"\(damaged)\"]".utf8))
    }
  }

  @Test("Columns of a record are added to those that it has")
  func columns() {
    var columns = ColumnsByRecord()
    let keys = (1...3).map { UndoKey(table: "a", id: $0) }
    let added = keys.map { columns.insert(["x"], of: $0) }
    let (more, again) = (columns.insert(["x", "y"], of: keys[0]), columns.insert(["y"], of: keys[0]))
    #expect(added == [true, true, true] && more && !again)
    #expect(columns[keys[0]] == ["x", "y"] && columns[keys[1]] == ["x"])
    #expect(columns.count == 3 && columns.columnCount == 4)
    let (removed, removedAgain) = (columns.remove(keys[0]), columns.remove(keys[0]))
    #expect(removed && !removedAgain)
    #expect(columns[keys[0]] == nil && columns.count == 2 && columns.columnCount == 2)
  }
}
