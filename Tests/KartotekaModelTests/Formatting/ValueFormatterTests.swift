import KartotekaModel
import Testing

@Suite("Value formatters")
struct ValueFormatterTests {
  @Test("Each writes text in its way")
  func ways() {
    #expect(ValueFormatter.phone.format("0048 123") == "+48 123")
    #expect(ValueFormatter.uppercase.format("pl łódź") == "PL ŁÓDŹ")
    #expect(ValueFormatter.lowercase.format("ANNA") == "anna")
  }

  @Test("What is written already stays as it is", arguments: ValueFormatter.allCases)
  func idempotent(_ formatter: ValueFormatter) {
    for text in ["", "Straße", "İI", "0048 1", "ŉ ﬁ", "👩‍👩‍👧"] {
      let once = formatter.format(text)
      #expect(formatter.format(once) == once)
    }
  }
}
