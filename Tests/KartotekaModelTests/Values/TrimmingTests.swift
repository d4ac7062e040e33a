import KartotekaModel
import Testing

@Suite("Trimming")
struct TrimmingTests {
  @Test(
    "White space of any script and characters without width go from both ends, and only there",
    arguments: [
      ("  a b\t\r\n", "a b"), ("", ""), (" \u{a0}\u{2003}\u{3000}\n", ""), ("a", "a"),
      ("\u{a0}a\u{2028}", "a"),
      ("e\u{301} ", "e\u{301}"), (" \u{301}", "\u{301}"), ("\u{200b}", ""),
      ("\u{feff}a\u{200b}b\u{2060}", "a\u{200b}b"),
    ])
  func trimmed(_ text: String, _ rest: String) {
    #expect(Array(text.trimmingSpaces().unicodeScalars) == Array(rest.unicodeScalars))
  }
}
