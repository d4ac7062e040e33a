import KartotekaTransfer
import Testing

@Suite("The CSV reader")
struct CSVReaderTests {
  @Test("reads nothing from an empty file", arguments: ["", "\n", "\r\n\r\n", "\u{FEFF}", "\u{FEFF}\r\n"])
  func empty(text: String) throws {
    #expect(try CSVRow.all(in: text) == [])
  }

  @Test("reads a file of only a header", arguments: ["a,b", "a,b\n", "a,b\r\n", "a,b\r", "\u{FEFF}a,b\n"])
  func onlyHeader(text: String) throws {
    #expect(try CSVRow.all(in: text) == [CSVRow(1, "a", "b")])
  }

  @Test("reads lines ended by LF, CR LF and CR, even mixed", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let rows = [CSVRow(1, "a", "b"), CSVRow(2, "1", ""), CSVRow(3, "", "2")]
    #expect(try CSVRow.all(in: "a,b\(end)1,\(end),2") == rows)
    #expect(try CSVRow.all(in: "a,b\(end)1,\(end),2\(end)") == rows)
    #expect(try CSVRow.all(in: "a,b\r\n1,\n,2\r") == rows)
  }

  @Test("splits CR LF right wherever it lies among the eight bytes looked at together")
  func lineEndsEverywhere() throws {
    for first in 0...20 {
      for second in 0...20 {
        let a = String(repeating: "a", count: first)
        let b = String(repeating: "b", count: second)
        let rows = try CSVRow.all(in: "x,\(a)\r\ny,\(b)\r\n\"z\",\"\(a)\r\n\(b)\"\r\nend", .comma)
        #expect(
          rows == [CSVRow(1, "x", a), CSVRow(2, "y", b), CSVRow(3, "z", "\(a)\r\n\(b)"), CSVRow(5, "end")])
      }
    }
  }

  @Test("takes line breaks and delimiters within quotes as text and counts the lines")
  func quotedLineBreaks() throws {
    let text = "id,note\r\n1,\"one, \r\ntwo\nthree\rfour\"\r\n2,\"\n\"\r\n\"3\",x\r\n"
    #expect(
      try CSVRow.all(in: text) == [
        CSVRow(1, "id", "note"), CSVRow(2, "1", "one, \r\ntwo\nthree\rfour"), CSVRow(6, "2", "\n"),
        CSVRow(8, "3", "x"),
      ])
  }

  @Test("makes doubled quotes single")
  func doubledQuotes() throws {
    let text = "\"\"\"\",\"say \"\"hi\"\"\",\"\",\"\"\"\"\"\""
    #expect(try CSVRow.all(in: text, .comma) == [CSVRow(1, "\"", "say \"hi\"", "", "\"\"")])
  }

  @Test("takes a quote within an unquoted field as text")
  func quotesInText() throws {
    #expect(
      try CSVRow.all(in: "a,b\"c\"d,e\n5\" pipe,x,\" \"") == [
        CSVRow(1, "a", "b\"c\"d", "e"), CSVRow(2, "5\" pipe", "x", " "),
      ])
  }

  @Test("keeps text after a closing quote")
  func textAfterQuote() throws {
    #expect(
      try CSVRow.all(in: "\"a\"b,\"c\" \"d\",\"e\"\"f\"g\n\"h\" \n", .comma) == [
        CSVRow(1, "ab", "c \"d\"", "e\"fg"), CSVRow(2, "h "),
      ])
  }

  @Test("takes spaces before a quoted text for none, and quotes within a text for text")
  func spacesBeforeQuote() throws {
    #expect(
      try CSVRow.all(in: "a, b, c\n1, \"2, 3\" , \"4\"\"\"\nx, \"y\" or z, \"\n", .comma) == [
        CSVRow(1, "a", " b", " c"), CSVRow(2, "1", "2, 3 ", "4\""), CSVRow(3, "x", " \"y\" or z", " \""),
      ])
  }

  @Test("a quote that another field closes lines below costs its row alone")
  func strayQuote() throws {
    let rows = try CSVRow.all(in: "Ann,\"hello,1\nBob,fine,2\nDi,\"yes\",4\n", .comma)
    #expect(rows.map(\.fields) == [[], ["Bob", "fine", "2"], ["Di", "yes", "4"]])
    #expect(rows[0].error == .unclosedQuote(file: nil, line: 1, column: 5))
  }

  @Test(
    "reads a text of several lines with something behind its quote, or with spaces before it",
    arguments: [
      ("2,\"one\ntwo\" (sic),b\n", ["2", "one\ntwo (sic)", "b"]), ("\"a\n  b\"\t,z\n", ["a\n  b\t", "z"]),
      ("1, \"two\nlines\",a\n", ["1", "two\nlines", "a"]),
    ])
  func severalLines(text: String, fields: [String]) throws {
    let rows = try CSVRow.all(in: text + "3,x,c\n", .comma)
    #expect(rows.map(\.fields) == [fields, ["3", "x", "c"]])
  }

  @Test("skips blank lines without losing count, and keeps lines of delimiters and spaces")
  func blankLines() throws {
    #expect(
      try CSVRow.all(in: "\n\na,b\r\n\r\n\r\n,\n \n\"\"\n\n1,2", .comma) == [
        CSVRow(3, "a", "b"), CSVRow(6, "", ""), CSVRow(7, " "), CSVRow(8, ""), CSVRow(10, "1", "2"),
      ])
  }

  @Test("hands ragged rows on as they are")
  func ragged() throws {
    #expect(
      try CSVRow.all(in: "a,b,c\n1\n1,2\n1,2,3\n1,2,3,4,\n") == [
        CSVRow(1, "a", "b", "c"), CSVRow(2, "1"), CSVRow(3, "1", "2"), CSVRow(4, "1", "2", "3"),
        CSVRow(5, "1", "2", "3", "4", ""),
      ])
  }

  @Test("reports a quote that is never closed and loses only that line")
  func unclosedQuote() throws {
    let text = "id,name\r\n1,\"Anna\r\n2,Jan\r\n3,\"\"\r\n4,Ola"
    let error = ReadingError.unclosedQuote(file: nil, line: 2, column: 3)
    #expect(
      try CSVRow.all(in: text) == [
        CSVRow(1, "id", "name"), CSVRow(2, error: error), CSVRow(3, "2", "Jan"), CSVRow(4, "3", ""),
        CSVRow(5, "4", "Ola"),
      ])
  }

  @Test("names the line of the unclosed quote where the record began earlier, and goes on after it")
  func unclosedQuoteLater() throws {
    let text = "a,b\n\"one\ntwo\",\"three\nfour\nfive"
    var reader = try CSVReader(TextSource(text))
    #expect(try reader.next())
    #expect(throws: ReadingError.unclosedQuote(file: nil, line: 3, column: 6)) { try reader.next() }
    #expect(reader.line == 2)
    #expect(string(reader.rawRecord) == "\"one\ntwo\",\"three")
    #expect(reader.fieldCount == 0)
    #expect(try reader.next())
    #expect(reader.line == 4)
    #expect(reader.strings == ["four"])
    #expect(try reader.next())
    #expect(try !reader.next())
    #expect(try !reader.next())
  }

  @Test("reports an unclosed quote at the very end", arguments: ["a\n\"", "a\n\"\"\"", "a\n\"b\n"])
  func unclosedAtEnd(text: String) throws {
    let error = ReadingError.unclosedQuote(file: nil, line: 2, column: 1)
    #expect(try CSVRow.all(in: text) == [CSVRow(1, "a"), CSVRow(2, error: error)])
  }

  @Test("hands out records as they stand in the file")
  func rawRecords() throws {
    let text = "a,\"b\"\"\"\r\n\r\n1,\"x\r\ny\" \nlast"
    var reader = try CSVReader(TextSource(text))
    var raw: [String] = []
    while try reader.next() { raw.append(string(reader.rawRecord)) }
    #expect(raw == ["a,\"b\"\"\"", "1,\"x\r\ny\" ", "last"])
  }

  @Test("tells quoted fields from others, and where each begins")
  func places() throws {
    var reader = try CSVReader(TextSource("żółw,\"b\"\n\n😀,\"x\ny\",\"\",z"))
    #expect(try reader.next())
    #expect([0, 1].map { reader.isQuoted($0) } == [false, true])
    #expect([0, 1].map { reader.place(of: $0).column } == [1, 6])
    #expect(try reader.next())
    #expect((0..<4).map { reader.isQuoted($0) } == [false, true, true, false])
    #expect((0..<4).map { reader.place(of: $0).line } == [3, 3, 4, 4])
    #expect((0..<4).map { reader.place(of: $0).column } == [1, 3, 4, 7])
  }

  @Test("reads emoji, right-to-left text and combining marks byte by byte as they are")
  func scripts() throws {
    let fields = ["👨‍👩‍👧 family", "שלום, עולם", "e\u{301}", "Łódź", "Мария"]
    let text =
      fields.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
      + fields.map { "\"\($0)\"" }.joined(separator: ",")
    let rows = try CSVRow.all(in: text)
    #expect(
      rows.map { $0.fields.map { Array($0.utf8) } } == [fields, fields].map { $0.map { Array($0.utf8) } })
  }

  @Test("reads huge fields and very many fields")
  func huge() throws {
    let long = String(repeating: "0123456789,\"\"\r\n", count: 20_000)
    let rows = try CSVRow.all(in: "a,b\n\"\(long)\",x\n", .comma)
    #expect(rows[1].fields == [long.replacing("\"\"", with: "\""), "x"])
    #expect(rows[1].line == 2)
    let many = (0..<5000).map(String.init)
    #expect(try CSVRow.all(in: many.joined(separator: ",")).first?.fields == many)
  }

  @Test("goes by the delimiter it is given", arguments: CSVDialect.Delimiter.allCases)
  func delimiters(delimiter: CSVDialect.Delimiter) throws {
    let separator = String(UnicodeScalar(delimiter.rawValue))
    let text = "a\(separator)b\n\"1\(separator)\"\(separator)2"
    #expect(try CSVRow.all(in: text, delimiter) == [CSVRow(1, "a", "b"), CSVRow(2, "1\(separator)", "2")])
  }
}
