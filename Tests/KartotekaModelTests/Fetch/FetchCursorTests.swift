import Foundation
import KartotekaModel
import Testing

@Suite("Fetch cursors")
struct FetchCursorTests {
  @Test(
    "A place comes back from its text as it went, and the text can stand in an address",
    arguments: [
      FetchCursor(sort: [], values: [.integer(1)]),
      FetchCursor(sort: [FetchSort("lastName")], values: [.text("Łódźka?/+"), .integer(.max)]),
      FetchCursor(
        sort: [FetchSort("price", ascending: false), FetchSort("weight"), FetchSort("teacher")],
        values: [.null, .real(-0.1), .integer(.min), .integer(7)]),
      FetchCursor(sort: [FetchSort("note")], values: [.text("👩‍👩‍👧\u{0}\"\\"), .integer(2)]),
      FetchCursor(sort: [FetchSort("name")], collation: .polish, values: [.text("l\u{10FFFF}"), .integer(2)]),
    ])
  func roundTrip(_ cursor: FetchCursor) {
    #expect(FetchCursor(text: cursor.text) == cursor)
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    #expect(cursor.text.unicodeScalars.allSatisfy(allowed.contains))
  }

  @Test(
    "Anything else is no place",
    arguments: [
      "", "x", "====", "Łódź", "null", "AAAA",
      text(#"[["+name"],["a"]]"#), text(#"[["+name"],[1,"a"]]"#), text(#"[["name"],["a",1]]"#),
      text(#"[["+"],[null,1]]"#), text(#"[["+name"],[true,1]]"#), text(#"[["+name"],[["a"],1]]"#),
      text(#"[["+name"],[1.5,1]]"#), text(#"[[5],[1,1]]"#), text(#"[["+name"],[[],1]]"#), text("[[],[]]"),
      text("[[],[1],[]]"), text(#"[[],[1],"swedish"]"#), text(#"[[],[1],"polish",1]"#), text("[[]]"), text("[]"),
      text("{}"), text("null"), text("[[],[1]] " + "x"),
      String(repeating: "A", count: 1_000_000),
    ])
  func garbage(_ text: String) {
    #expect(FetchCursor(text: text) == nil)
  }

  @Test("A text that is cut or changed anywhere never does harm")
  func damaged() {
    let text = Array(FetchCursor(sort: [FetchSort("name")], values: [.text("Anna"), .integer(9)]).text)
    for index in text.indices {
      #expect(FetchCursor(text: String(text[..<index])) == nil)
      var changed = text
      changed[index] = "_"
      _ = FetchCursor(text: String(changed))
    }
  }

  private static func text(_ json: String) -> String {
    Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }
}
