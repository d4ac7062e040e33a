import KartotekaModel
import Testing

@Suite("Tags in a text")
struct TagTextTests {
  @Test("Commas, semicolons and line ends part names; each is there once, without spaces around it")
  func names() {
    #expect(TagText.names("urgent, to  do ;garden\n\n,, urgent") == ["urgent", "to do", "garden"])
    #expect(TagText.names("") == [] && TagText.names(" ,;\n") == [])
    #expect(TagText.names("Urgent, urgent, URGENT") == ["Urgent"])
  }

  @Test("Quotation marks around a name keep its commas, and others are letters")
  func quotes() {
    for names in [["a, b"], ["a", "b; c", "d"], ["\"x\""], ["5\" screen"], ["a \"b\""], ["\"a, b\""], ["a\nb, c"]] {
      let single = names.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      #expect(TagText.names(TagText.text(single)) == single, "\(names)")
    }
    #expect(TagText.names("\"open, end") == ["\"open", "end"])
    #expect(TagText.names("\"a\" b, c") == ["\"a\" b", "c"])
    #expect(TagText.names("\"\", \"") == ["\""])
  }

  @Test("Case, spaces and the form of Unicode make no other tag; letters do")
  func keys() {
    #expect(TagText.key("  To   Do ") == TagText.key("to do"))
    #expect(TagText.key("Cafe\u{301}") == TagText.key("CAFÉ"))
    #expect(TagText.key("и\u{306}") == TagText.key("Й"))
    for (one, other) in [("й", "и"), ("ł", "l"), ("ё", "е"), ("ø", "o"), ("ż", "z")] {
      #expect(TagText.key(one) != TagText.key(other), "\(one)")
    }
  }
}
