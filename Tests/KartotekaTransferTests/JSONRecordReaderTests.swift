import KartotekaModel
import KartotekaTransfer
import Testing

@Suite("The JSON record reader")
struct JSONRecordReaderTests {
  /// A record or an error, with its line.
  private struct Row: Equatable {
    var line: Int
    var record: JSONObject?
    var error: ReadingError?

    init(_ line: Int, _ record: JSONObject) {
      self.line = line
      self.record = record
    }

    init(_ error: ReadingError) {
      line = error.line ?? 0
      self.error = error
    }
  }

  private func rows(_ text: String, name: String? = nil) throws -> [Row] {
    var reader = try JSONRecordReader(TextSource(text, name: name))
    var rows: [Row] = []
    while true {
      do {
        guard try reader.next() else { return rows }
        rows.append(Row(reader.line, reader.record))
      } catch {
        rows.append(Row(error))
        if rows.count > 1000 { return rows }
      }
    }
  }

  private func syntax(_ reason: JSONSyntaxError.Reason, _ line: Int, _ column: Int, _ found: String = "")
    -> Row
  {
    Row(.invalidJSON(file: nil, JSONSyntaxError(reason, line: line, column: column, found: found)))
  }

  @Test(
    "reads nothing from an empty file", arguments: ["", " \n", "\u{FEFF}", "[]", " [ ] \n", "{\"users\":[]}"])
  func empty(text: String) throws {
    #expect(try rows(text) == [])
  }

  @Test("reads an array of objects with their lines")
  func array() throws {
    let text = "[\r\n {\"a\":1},\r\n {\"a\":\r\n 2}, {\"a\":[{}]}\r\n]\r\n"
    #expect(try rows(text) == [Row(2, ["a": 1]), Row(3, ["a": 2]), Row(4, ["a": [[:]]])])
  }

  @Test("reads one object a line, blank lines between them or not")
  func lines() throws {
    #expect(
      try rows("{\"a\":1}\n\n{\"a\":2}\r\n  {\"a\":3}") == [
        Row(1, ["a": 1]), Row(3, ["a": 2]), Row(4, ["a": 3]),
      ])
    #expect(try rows("{\"a\":1}\n") == [Row(1, ["a": 1])])
    #expect(try rows("{\"id\":4,\"tags\":[\"x\",2]}") == [Row(1, ["id": 4, "tags": ["x", 2]])])
    #expect(try rows("{\"id\":4,\"ids\":[]}", name: "a.ndjson") == [Row(1, ["id": 4, "ids": []])])
  }

  @Test("reads objects over several lines one after the other")
  func sequence() throws {
    #expect(try rows("{\n\"a\":1\n}\n{\n\"a\":2\n}") == [Row(1, ["a": 1]), Row(4, ["a": 2])])
  }

  @Test(
    "reads the list within an object and tells its name",
    arguments: [
      "{\"users\":[{\"a\":1},{\"a\":2}]}", "{\"total\":2,\"users\": [ {\"a\":1} ,{\"a\":2}], \"next\":null}",
      "{\n\"meta\":{\"x\":[1]},\"tags\":[1,2],\n\"users\":[{\"a\":1},{\"a\":2}]\n}",
    ])
  func list(text: String) throws {
    #expect(try rows(text).map(\.record) == [["a": 1], ["a": 2]])
    #expect(try JSONRecordReader(TextSource(text)).listName == "users")
  }

  // Quadratic time would be some minutes.
  @Test(
    "counts lines and columns of one long line in one pass",
    arguments: [(",", 0, 500_000), ("\r\n,", 1, 2), (",\r", 1, 1), ("\n,\n", 2, 1)])
  func longLine(_ separator: String, _ breaks: Int, _ column: Int) throws {
    let count = 200_000
    let elements = (0..<count).map { $0 % 2 == 0 ? "{}" : "1" }
    let text = try TextSource("[" + elements.joined(separator: separator) + "]")
    var reader = try JSONRecordReader(text)
    var (records, last): (Int, ReadingError?) = (0, nil)
    for _ in 0..<count {
      do {
        if try reader.next() { records += 1 }
      } catch {
        last = error
      }
    }
    #expect(records == count / 2)
    #expect(last == .notAnObject(file: nil, line: 1 + breaks * (count - 1), column: column, found: "1"))
    #expect(try !reader.next())
  }

  @Test("goes on after a broken line, with its place in the file")
  func brokenLine() throws {
    let text = "{\"a\":1}\n{\"a\":}\n{\"a\":2\n42\n{\"a\":1,\"a\":2}\n{\"a\":3}\n"
    #expect(
      try rows(text) == [
        Row(1, ["a": 1]), syntax(.expectedValue, 2, 6, "}"), syntax(.unclosedObject, 3, 7),
        Row(.notAnObject(file: nil, line: 4, column: 1, found: "42")), syntax(.duplicateKey, 5, 8, "a"),
        Row(6, ["a": 3]),
      ])
  }

  @Test("goes on when the first of the lines is broken")
  func brokenFirstLine() throws {
    #expect(
      try rows("{\"a\":{\n{\"a\":2}\n{\"a\":3}") == [
        syntax(.missingKey, 1, 7), Row(2, ["a": 2]), Row(3, ["a": 3]),
      ])
  }

  @Test("hands on what came before broken syntax in an array, and ends there")
  func brokenArray() throws {
    #expect(
      try rows("[{\"a\":1},\n{\"a\":2} {\"a\":3}]") == [
        Row(1, ["a": 1]), Row(2, ["a": 2]), syntax(.expectedCommaOrBracket, 2, 9, "{"),
      ])
    #expect(try rows("[{\"a\":1},]") == [Row(1, ["a": 1]), syntax(.trailingComma, 1, 9)])
    #expect(try rows("[{\"a\":1},\n{\"a\"") == [Row(1, ["a": 1]), syntax(.missingColon, 2, 5)])
    #expect(try rows("[{\"a\":1}\n") == [Row(1, ["a": 1]), syntax(.unclosedArray, 2, 1)])
    #expect(try rows("[{\"a\":1}] x") == [Row(1, ["a": 1]), syntax(.expectedEnd, 1, 11, "x")])
    #expect(try rows("{\"users\":[{\"a\":1},\n{\"a\":") == [Row(1, ["a": 1]), syntax(.missingValue, 2, 6)])
  }

  @Test("goes on after an element that is no object")
  func otherElements() throws {
    #expect(
      try rows("[{\"a\":1},\n 42, null,\n[{}], {\"a\":2}]") == [
        Row(1, ["a": 1]), Row(.notAnObject(file: nil, line: 2, column: 2, found: "42")),
        Row(.notAnObject(file: nil, line: 2, column: 6, found: "null")),
        Row(.notAnObject(file: nil, line: 3, column: 1, found: "[{}]")), Row(3, ["a": 2]),
      ])
  }

  @Test(
    "refuses what holds no list and says what it found",
    arguments: [
      ("42", "42"), ("\"hello\"", "\"hello\""), ("name,city\nAnna,Łódź", "name,city"),
      ("{\n\"a\": 1\n}", "{ \"a\": 1 }"), ("{\n\"a\": [1,2]\n}", "{ \"a\": [1,2] }"),
    ])
  func noList(text: String, found: String) {
    #expect(throws: ReadingError.noList(file: "x.json", found: found)) {
      try JSONRecordReader(TextSource(text, name: "x.json"))
    }
  }

  @Test("refuses several lists")
  func severalLists() {
    #expect(throws: ReadingError.severalLists(file: nil, names: ["a", "c"])) {
      try JSONRecordReader(TextSource("{\"a\":[{}],\"b\":[1],\"c\":[{}]}"))
    }
  }

  @Test("hands out records as they stand in the file, broken ones too")
  func rawRecords() throws {
    var reader = try JSONRecordReader(TextSource("{\"a\": 1}\r\n{\"a\": }\n{\"a\": 2}"))
    #expect(try reader.next())
    #expect(string(reader.rawRecord) == "{\"a\": 1}")
    #expect(throws: ReadingError.self) { try reader.next() }
    #expect(string(reader.rawRecord) == "{\"a\": }")
    #expect(reader.line == 2)
    var array = try JSONRecordReader(TextSource("[ {\"a\": [1, 2]} , {\"a\": 2 ]\n]"))
    #expect(try array.next())
    #expect(string(array.rawRecord) == "{\"a\": [1, 2]}")
    #expect(throws: ReadingError.self) { try array.next() }
    #expect(string(array.rawRecord) == "{\"a\": 2 ]")
    #expect(try !array.next())
  }

  @Test("ends, whatever is cut off")
  func cut() throws {
    let texts = [
      "[{\"a\":\"x\\\"y\"},{\"b\":[1]}]", "{\"users\":[{\"a\":\"x\"},\n{\"b\":[1]}],\"n\":1}",
      "{\"a\":\"x\"}\n{\"b\":[1]}\n", "{\n\"a\":\"x\"}\n{\"b\":[1]}\n",
    ]
    for text in texts {
      for length in 0...text.count {
        do {
          #expect(try rows(String(text.prefix(length))).count < 10)
        } catch ReadingError.noList {
          // The first of several objects, which alone is no file of records.
        }
      }
    }
  }
}
