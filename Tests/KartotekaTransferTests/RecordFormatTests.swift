import KartotekaTransfer
import Testing

@Suite("The record format")
struct RecordFormatTests {
  @Test(
    "is told by the first characters and not by the name",
    arguments: [
      ("a,b\n1,2", nil, .csv), ("", nil, .csv), ("[id],[name]\n", nil, .csv), ("{x},y", nil, .csv),
      ("\u{FEFF} [ {\"a\":1}]", nil, .json), ("[]", nil, .json), ("{\n \"a\":1}", nil, .json),
      ("{}", nil, .json),
      ("\"a\"", nil, .csv), ("a,b\n1,2", "a.json", .csv), ("", "a.ndjson", .csv), ("[{}]", "a.csv", .json),
      ("[1, 2]", nil, .json), ("[[1]]", nil, .json),
    ] as [(String, String?, RecordFormat)])
  func format(text: String, name: String?, expected: RecordFormat) throws {
    #expect(try RecordFormat(of: TextSource(text, name: name)) == expected)
  }
}
