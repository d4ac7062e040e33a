import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Tables of JSON")
struct JSONBookTests {
  private func book(_ json: String, splits: Bool = true) throws -> JSONBook? {
    try JSONBook(try TextSource(json, name: "x.json"), name: "x.json", splits: splits)
  }

  /// The records of a table by their headings.
  private func records(_ book: JSONBook?, _ table: Int) throws -> [[String: String]] {
    let book = try #require(book)
    let reader = book.rows(of: table, merges: SheetMerges())
    var (row, rows): (SheetRow, [[String]]) = (SheetRow(), [])
    while try reader.next(&row) { rows.append(row.cells) }
    let headings = try #require(rows.first)
    #expect(Set(headings).count == headings.count)
    return rows.dropFirst().map { row in
      Dictionary(zip(headings, row).filter { !$1.isEmpty }, uniquingKeysWith: { $0 + " and " + $1 })
    }
  }

  @Test(
    "Records that all have other members are refused beyond the number of columns, and take no memory for empty cells")
  func wide() throws {
    let flat = "[" + (0..<20_000).map { "{\"a\($0)\":1}" }.joined(separator: ",") + "]"
    #expect(try book(flat) == nil)
    #expect(try book(flat, splits: false) == nil)
    let nested = "[" + (0..<20_000).map { "{\"a\($0)\":{\"b\":1}}" }.joined(separator: ",") + "]"
    #expect(try book(nested, splits: false) == nil)
    #expect(throws: ReadingError.expandsTooMuch(file: "x.json")) { _ = try book(nested) }
    let narrow = try book("[" + (0..<500).map { "{\"a\($0)\":{\"b\":1}}" }.joined(separator: ",") + "]")
    #expect(try records(narrow, 0).last == ["a499 b": "1"])
    let lists = "[" + (0..<2_000).map { "{\"a\($0)\":[{\"b\":1}]}" }.joined(separator: ",") + "]"
    #expect(throws: ReadingError.tooManySheets(file: "x.json", most: SheetLimits.sheets)) { _ = try book(lists) }
  }

  @Test("One list is told by its brackets, in all forms of files")
  func flat() throws {
    let forms = [
      #"[{"a":"}{","b":[1,2]},{"a":"\"{"}]"#, "{\"a\":1}\n{\"a\":[2]}\n",
      #"{"total":2,"meta":{"page":1},"rows":[{"a":1},{"a":2}]}"#, "{\n\"a\":1}\n{\n\"a\":2}", "[]", "{}", #"{"a":1}"#,
    ]
    for form in forms { #expect(try book(form) == nil, "\(form)") }
    let nested = [
      "[{\"a\":{\"b\":1}}]", "{\"a\":{\"b\":1}}\n{\"a\":{\"b\":2}}\n", #"{"n":1,"rows":[{"a":[{"b":1}]}]}"#,
    ]
    for form in nested {
      #expect(try book(form) != nil, "\(form)")
      #expect(try book(form, splits: false) == nil, "\(form)")
    }
  }

  @Test("A member that is a list of records in one record and a text in another is a column, with the list as it is")
  func mixed() throws {
    let book = try book(
      #"""
      [{"name":"a","part":{"p":{"size":1},"q":{"size":2}},"of":{"n":1}},{"name":"b","part":"none","of":{"n":2}},
      {"name":"c","part":null,"of":{"n":3}}]
      """#)
    let found = try records(book, 0)
    #expect(found.map { $0["part"] } == [#"{"p":{"size":1},"q":{"size":2}}"#, "none", nil])
    #expect(found.map { $0["of n"] } == ["1", "2", "3"] && book?.sheets.count == 1)
  }

  @Test("Keys that several records around have don't name records: these get numbers, and keep their keys")
  func innerKeys() throws {
    let book = try book(
      #"""
      {"sites": {
        "A": {"name": "North", "sensors": {"s1": {"unit": "C", "readings": [{"v": 1}]}, "s2": {"unit": "F", "readings": []}}},
        "B": {"name": "South", "sensors": {"s1": {"unit": "K", "readings": [{"v": 2}, {"v": 3}]}}}}}
      """#)
    #expect(book?.sheets == ["sites", "sensors", "readings"])
    #expect(try records(book, 0) == [["key": "A", "name": "North"], ["key": "B", "name": "South"]])
    #expect(
      try records(book, 1) == [
        ["id": "1", "key": "s1", "unit": "C", "site": "A"], ["id": "2", "key": "s2", "unit": "F", "site": "A"],
        ["id": "3", "key": "s1", "unit": "K", "site": "B"],
      ])
    #expect(
      try records(book, 2) == [
        ["sensor": "1", "v": "1"], ["sensor": "3", "v": "2"], ["sensor": "3", "v": "3"],
      ])
    // The key of a record that has an own one, too.
    let people = try self.book(#"{"ann": {"id": 7, "age": 3}, "bob": {"id": 8, "age": 4}}"#)
    #expect(try records(people, 0) == [["key": "ann", "id": "7", "age": "3"], ["key": "bob", "id": "8", "age": "4"]])
    let kept = try self.book(#"{"ann": {"name": "ann", "age": 3}, "bob": {"name": "bob", "age": 4}}"#)
    #expect(try records(kept, 0) == [["name": "ann", "age": "3"], ["name": "bob", "age": "4"]])
  }

  @Test("Members of objects and members of that heading have columns of their own")
  func headings() throws {
    let book = try book(
      #"[{"a": {"b": 1}, "a b": 2, "a b 2": 3, "id": "p"}, {"a": {"b": 4}, "id": "q", "x": [{"x": 5, "x 2": 6, "m": 7}]}]"#
    )
    let first = try records(book, 0)
    #expect(Set(first[0].values) == ["1", "2", "3", "p"] && first[0]["a b"] == "2" && first[0]["a b 2"] == "3")
    #expect(Set(first[1].values) == ["4", "q"])
    // The noun of the record around is `x`, as the file is called.
    let inner = try records(book, 1)
    #expect(inner.count == 1 && Set(inner[0].values) == ["q", "5", "6", "7"] && inner[0]["x"] == "q")
  }

  @Test("Digits stay, exponents are written out, and a sum of doubles is the decimal that it stands for")
  func numbers() throws {
    let numbers = [
      "9007199254740993", "12345678901234567890", "0.1234567890123456789", "12345678901234.56", "19.989999999999998",
      "1.5E+3", "2.5e-3", "-1e2", "0e5", "1e400", "1.10",
    ]
    #expect(
      numbers.map { JSONDecimal.plain($0) } == [
        "9007199254740993", "12345678901234567890", "0.1234567890123456789", "12345678901234.56", "19.99", "1500",
        "0.0025", "-100", "0", "1e400", "1.10",
      ])
  }
}
