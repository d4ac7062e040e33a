import KartotekaTransfer
import Testing

@Suite("The record format")
struct RecordFormatTests {
  @Test(
    "is told by the first characters, else by the name",
    arguments: [
      ("a,b\n1,2", nil, .csv), ("", nil, .csv), ("[id],[name]\n", nil, .csv), ("{x},y", nil, .csv),
      ("\u{FEFF} [ {\"a\":1}]", nil, .json), ("[]", nil, .json), ("{\n \"a\":1}", nil, .json),
      ("{}", nil, .json),
      ("\"a\"", nil, .csv), ("\"a\"", "a.json", .json), ("", "a.ndjson", .json), ("[{}]", "a.csv", .json),
    ] as [(String, String?, RecordFormat)])
  func format(text: String, name: String?, expected: RecordFormat) throws {
    #expect(try RecordFormat(of: TextSource(text, name: name)) == expected)
  }
}
