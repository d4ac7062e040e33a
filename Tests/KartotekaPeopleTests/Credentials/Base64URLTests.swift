import Foundation
import Testing

@testable import KartotekaPeople

@Suite("The letters of keys in addresses and cookies")
struct Base64URLTests {
  @Test(
    "are those of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(Base64URL.text(Array(bytes.utf8)) == text)
    #expect(Base64URL.bytes(text) == Array(bytes.utf8))
  }

  @Test("are those of Foundation with the other two letters and without padding, and lead back")
  func random() {
    for length in 0...200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
      let expected = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
        "=", with: "")
      let text = Base64URL.text(bytes)
      #expect(text == expected && Base64URL.bytes(text) == bytes)
      #expect(Base64URL.bytes(Substring("a" + text).dropFirst()) == bytes)
    }
  }

  @Test(
    "have one text of the same bytes alone",
    arguments: ["Z", "Zh", "Zm9", "Zm9vY", "Zg==", "Zm8=", "Zm9+", "Zm9/", " Zg", "Zg ", "Z\u{142}", "\u{0}\u{0}"])
  func refused(text: String) { #expect(Base64URL.bytes(text) == nil) }
}
