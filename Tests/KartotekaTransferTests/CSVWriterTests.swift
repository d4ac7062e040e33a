import KartotekaTransfer
import Testing

@Suite("The CSV writer")
struct CSVWriterTests {
  private func written(
    _ dialect: CSVDialect = CSVDialect(), byteOrderMark: Bool = false,
    _ body: (inout CSVWriter) throws -> Void
  ) rethrows -> String {
    let sink = MemorySink()
    var writer = CSVWriter(to: sink, dialect: dialect, byteOrderMark: byteOrderMark)
    try body(&writer)
    try? writer.finish()
    return sink.text
  }

  @Test("ends records with CR LF and quotes only what needs it")
  func quoting() throws {
    let text = try written { csv in
      try csv.record(["id", "first name", "note"])
      try csv.record(["1", "Anna", "a,b"])
      try csv.record(["2", "say \"hi\"", "two\r\nlines"])
      try csv.record(["3", "5\" pipe", "one\rtwo\nthree"])
      try csv.record(["4", "a;b\tc|d", "O'Neill"])
    }
    let lines = [
      "id,first name,note", "1,Anna,\"a,b\"", "2,\"say \"\"hi\"\"\",\"two\r\nlines\"",
      "3,\"5\"\" pipe\",\"one\rtwo\nthree\"", "4,a;b\tc|d,O'Neill",
    ]
    #expect(text == lines.map { $0 + "\r\n" }.joined())
  }

  @Test("tells no value from an empty text, and quotes what readers might trim or take for no value")
  func empty() throws {
    let text = try written { csv in
      try csv.record([nil, "", " x", "x ", "NULL", "null", "NULLS", "\t"])
      try csv.record([nil, nil])
      try csv.record([nil])
      try csv.record([""])
    }
    #expect(text == ",\"\",\" x\",\"x \",\"NULL\",\"null\",NULLS,\"\t\"\r\n,\r\n\"\"\r\n\"\"\r\n")
  }

  @Test("leaves formulas alone", arguments: ["=1+1", "+48 12", "-5", "@home"])
  func formulas(text: String) throws {
    #expect(try written { try $0.record([text]) } == "\(text)\r\n")
  }

  @Test("writes other dialects, and a mark for Excel where wanted")
  func dialects() throws {
    let dialect = CSVDialect(delimiter: .semicolon)
    let text = try written(dialect, byteOrderMark: true) { try $0.record(["a,b", "c;d"]) }
    #expect(text == "\u{FEFF}a,b;\"c;d\"\r\n")
  }

  @Test("quotes wherever the special byte is")
  func everywhere() throws {
    for before in 0...17 {
      for after in 1...17 {
        let text = String(repeating: "x", count: before) + "," + String(repeating: "y", count: after)
        #expect(try written { try $0.record([text]) } == "\"\(text)\"\r\n")
      }
    }
  }

  @Test("writes rejected records as they were")
  func raw() throws {
    var reader = try CSVReader(TextSource("a,b\n1,\"x\"\"\n\"\n"))
    let text = try written { csv in
      while try reader.next() { try csv.rawRecord(reader.rawRecord) }
    }
    #expect(text == "a,b\r\n1,\"x\"\"\n\"\r\n")
  }

  @Test("hands over what it has every now and then")
  func streaming() throws {
    final class CountingSink: ByteSink {
      var sizes: [Int] = []
      func write(_ bytes: UnsafeRawBufferPointer) { sizes.append(bytes.count) }
    }
    let sink = CountingSink()
    var writer = CSVWriter(to: sink)
    for number in 0..<100_000 { try writer.record([String(number), "Anna"]) }
    try writer.finish()
    #expect(sink.sizes.count > 10)
    #expect((sink.sizes.max() ?? 0) < 70_000)
  }
}
