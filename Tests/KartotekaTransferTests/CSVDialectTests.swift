import KartotekaTransfer
import Testing

@Suite("The CSV dialect")
struct CSVDialectTests {
  private func delimiter(of text: String) throws -> CSVDialect.Delimiter {
    try CSVDialect(of: TextSource(text)).delimiter
  }

  @Test(
    "is found by what makes the best table",
    arguments: [
      ("", .comma), ("name", .comma), ("name\nAnna\nJan\n", .comma), ("a,b\n1,2", .comma),
      ("a;b\n1;2", .semicolon),
      ("a\tb\n1\t2", .tab), ("a|b\n1|2", .pipe),
      // Decimal commas and addresses between semicolons.
      ("id;price;city\n1;2,50;Kraków\n2;3,75;Łódź\n", .semicolon),
      ("id;address\n1;Main St. 5, 2nd floor\n2;Elm St. 7, B\n", .semicolon),
      // Delimiters within quotes do not count.
      ("\"a;b;c;d\",x\n\"1;2;3;4\",y\n", .comma), ("a,b\n\"x;y\r\n;;;\",1\n", .comma),
      // Ragged, and with text that has other delimiters.
      ("a,b,c\n1,2\n1,2,3\n1,2,3,4\n1;2,3,4\n", .comma), ("a|b\n1,2|3,4\n1,2|3\n", .pipe),
      ("\u{FEFF}a;b\r\n1;2\r\n", .semicolon),
    ] as [(String, CSVDialect.Delimiter)])
  func sniffing(text: String, expected: CSVDialect.Delimiter) throws {
    #expect(try delimiter(of: text) == expected)
  }

  @Test("is found though a quote is never closed")
  func unclosedQuote() throws {
    #expect(try delimiter(of: "a;b;c\n1;2;3\n1;\"2;3\n4;5;6\n") == .semicolon)
    #expect(try delimiter(of: "a;b;\"c\n1;2;3\n") == .semicolon)
  }

  @Test("is found in files longer than what is looked at, and with records longer than that")
  func longFiles() throws {
    let row = String(repeating: "x", count: 100_000)
    #expect(try delimiter(of: "a;b\n" + String(repeating: "1,5;\(row)\n", count: 5)) == .semicolon)
    #expect(try delimiter(of: "a;b\n\"" + String(repeating: row, count: 4) + "\";2\n") == .semicolon)
  }
}
