import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Addresses")
struct URLPathTests {
  @Test("segments and queries are percent-encoded")
  func encoding() {
    #expect(URLPath().text == "/")
    #expect(URLPath("userscrud", "users").appending(412).text == "/userscrud/users/412")
    #expect(URLPath().appending("a").text == "/a")
    #expect(URLPath("a b/../?#", "ł").text == "/a%20b%2F..%2F%3F%23/%C5%82")
    #expect(
      URLPath("a").with("search", "Łódź & co").with("from", "K").text
        == "/a?search=%C5%81%C3%B3d%C5%BA%20%26%20co&from=K")
    #expect(URLPath("a").with("search", unlessEmpty: "").text == "/a")
    #expect(URLPath("a").with("from", each: ["k", "ł"]).map(\.text) == ["/a?from=k", "/a?from=%C5%82"])
    #expect(URLPath.Query(("search", ""), ("a", "1"), ("b", "&")).text == "?a=1&b=%26")
  }

  @Test(
    "an address from outside has to be a path on this server",
    arguments: [
      ("/", true), ("/a?b=c&d=e#f", true), ("", false), ("a", false), ("//evil.example", false),
      ("/\\evil.example", false),
      ("https://evil.example", false), ("javascript:alert(1)", false), ("/a b", false), ("/a\nb", false),
      ("/\t/evil", false),
    ])
  func local(text: String, isTaken: Bool) {
    #expect((URLPath(local: text) != nil) == isTaken)
  }

  @Test(
    "an address elsewhere can't run in the reader's page",
    arguments: [
      ("https://example.org/a?b", true), ("HTTP://example.org", true), ("mailto:a@example.org", true),
      ("tel:+48123", true),
      ("javascript:alert(1)", false), ("JaVaScRiPt:alert(1)", false), (" javascript:alert(1)", false),
      ("java\nscript:alert(1)", false), ("data:text/html,x", false), ("vbscript:x", false), ("//example.org", false),
      ("example.org", false), ("", false),
    ])
  func external(text: String, isTaken: Bool) {
    #expect((ExternalURL(text) != nil) == isTaken)
  }

  @Test("a telephone number becomes an address to call")
  func phone() {
    #expect(ExternalURL(phone: "+48 225 550 147").text == "tel:+48225550147")
    #expect(ExternalURL(phone: "112").text == "tel:112")
    #expect(ExternalURL(phone: "+48 225 550 147 x12").text == "tel:+48225550147,12")
    #expect(ExternalURL(messageTo: "+48 225 550 147 x12").text == "sms:+48225550147")
  }
}
