import KartotekaModel

/// Reads the records of a JSON file one by one.
///
/// ```swift
/// var reader = try JSONRecordReader(TextSource(path: "users.json"))
/// while try reader.next() { use(reader.record) }
/// ```
/// Four layouts are supported: an array of objects; one object per line (NDJSON); consecutive objects over several lines;
/// and an object with one property that is an array of objects, such as `{"users":[…]}`. One record is in memory at a time.
package struct JSONRecordReader {
  /// The current record.
  package private(set) var record = JSONObject()
  /// The line in which the current record begins, from 1.
  package private(set) var line = 1
  /// The name of the property with the array, such as `users` in `{"users":[…]}`; nil in other layouts.
  package let listName: String?

  private let text: TextSource
  private let layout: JSONLayout
  private var parser: JSONParser
  private var recordStart = 0
  private var recordEnd = 0
  /// A known offset with its line, from which lines are counted.
  private var counted = (offset: 0, line: 1)
  /// The position of the last element that is not a record.
  private var lastFault: TextPlace?
  private var isFirst = true
  private var isAtEnd = false

  /// Makes a reader of a text.
  ///
  /// - Throws: ``ReadingError/noList(file:found:)`` and ``ReadingError/severalLists(file:names:)`` if it has no list of records
  ///   or several.
  package init(_ text: TextSource) throws(ReadingError) {
    self.text = text
    layout = try JSONLayout(of: text)
    parser = JSONParser(text.bytes, from: layout.start)
    listName = layout.listName
  }

  /// The current record in the file; after an error, the unreadable part.
  package var rawRecord: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text.bytes[recordStart..<recordEnd])
  }

  /// Reads the next record; false at the end.
  ///
  /// - Throws: ``ReadingError``. The next call continues if possible: invalid lines and elements that are not objects are
  ///   skipped, but a syntax error in an array ends it.
  package mutating func next() throws(ReadingError) -> Bool {
    guard !isAtEnd else { return false }
    record = JSONObject()
    switch layout.kind {
    case .lines: return try nextLine()
    case .sequence: return try nextInSequence()
    case .array: return try nextInArray()
    }
  }

  private mutating func nextLine() throws(ReadingError) -> Bool {
    guard parser.nextByte() != nil else { return finish() }
    let start = parser.offset
    let lineBreak = LineBreaks.next(in: text.bytes, from: start)
    parser = JSONParser(text.bytes, from: lineBreak.end)
    begin(at: start)
    recordEnd = lineBreak.begin
    counted = (lineBreak.end, line + 1)
    let value: JSONValue
    do {
      value = try JSONParser.parse(rawRecord, line: line)
    } catch {
      throw .invalidJSON(file: text.name, error)
    }
    return try take(value)
  }

  private mutating func nextInSequence() throws(ReadingError) -> Bool {
    guard parser.nextByte() != nil else { return finish() }
    return try element()
  }

  private mutating func nextInArray() throws(ReadingError) -> Bool {
    defer { isFirst = false }
    do {
      guard try parser.goToElement(isFirst: isFirst) else {
        isAtEnd = true
        // The rest of an object around the array was checked before.
        if listName == nil { try parser.expectEnd() }
        return finish()
      }
    } catch {
      throw fail(error)
    }
    return try element()
  }

  private mutating func element() throws(ReadingError) -> Bool {
    begin(at: parser.offset)
    let value: JSONValue
    do {
      value = try parser.parseValue()
      recordEnd = parser.offset
    } catch {
      throw fail(error)
    }
    return try take(value)
  }

  private mutating func begin(at start: Int) {
    line = counted.line + LineBreaks.count(in: text.bytes, counted.offset..<start)
    counted = (start, line)
    recordStart = start
    recordEnd = start
  }

  private mutating func take(_ value: JSONValue) throws(ReadingError) -> Bool {
    guard case .object(let object) = value else {
      let place = TextPlace(of: recordStart, line: line, in: text.bytes, after: lastFault)
      lastFault = place
      let found = JSONLayout.excerpt(rawRecord)
      throw .notAnObject(file: text.name, line: line, column: place.column, found: found)
    }
    record = object
    return true
  }

  private mutating func finish() -> Bool {
    isAtEnd = true
    recordStart = text.bytes.count
    recordEnd = recordStart
    return false
  }

  private mutating func fail(_ error: JSONSyntaxError) -> ReadingError {
    isAtEnd = true
    recordEnd = max(recordEnd, LineBreaks.next(in: text.bytes, from: parser.offset).begin)
    return .invalidJSON(file: text.name, error)
  }
}
