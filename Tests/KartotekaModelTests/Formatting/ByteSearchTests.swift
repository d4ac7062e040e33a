import KartotekaModel
import Testing

@Suite("Looking for bytes within others")
struct ByteSearchTests {
  @Test(
    "finds what a text has, wherever it is",
    arguments: [
      ("", "", true), ("abc", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
      ("aab", "ab", true), ("ababac", "abac", true), ("abab", "abc", false), ("Łódź", "ó", true), ("Łódź", "o", false),
      ("a\u{0}b", "\u{0}b", true), ("xxxxxc", "c", true), ("cxxxxx", "c", true),
      ("a long text, not a small one", "small", true),
    ])
  func finds(_ text: String, _ part: String, _ isThere: Bool) {
    #expect(text.hasBytes(of: part) == isThere)
    #expect(("." + text).hasBytes(of: part) == isThere)
  }

  @Test("tells the first place, and not one that ends behind the end")
  func place() {
    let bytes = Array("ananas".utf8)
    bytes.withUnsafeBytes { bytes in
      #expect(Array("na".utf8).withUnsafeBytes(bytes.firstOffset) == 1)
      #expect(Array("as".utf8).withUnsafeBytes(bytes.firstOffset) == 4)
      #expect(Array("asx".utf8).withUnsafeBytes(bytes.firstOffset) == nil)
      let half = UnsafeRawBufferPointer(rebasing: bytes[..<5])
      #expect(Array("as".utf8).withUnsafeBytes(half.firstOffset) == nil)
    }
  }
}
