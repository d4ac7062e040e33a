import Testing

@testable import KartotekaStore

@Suite("A table of parts")
struct PartTableTests {
  @Test("A record counts once for each part, in all its texts together")
  func records() {
    var parts = PartTable()
    parts.add(["banana", "anna"], records: 1)
    parts.add(["ann"], records: 3)
    #expect(parts.count(of: "a") == 4)
    #expect(parts.count(of: "an") == 4)
    #expect(parts.count(of: "na") == 1)
    #expect(parts.count(of: "ab") == 0)
    #expect(parts.count(of: "aa") == 0)
    parts.add(["ann"], records: -1)
    #expect(parts.count(of: "nn") == 3)
  }

  @Test("Parts that are longer, or of letters beyond alphabets, are not known")
  func unknown() {
    var parts = PartTable()
    parts.add(["ann 日本 \u{1F600}"], records: 1)
    for part in ["ann", "日", "a日", "\u{1F600}", "\u{0}", ""] { #expect(parts.count(of: part) == nil) }
    #expect(parts.count(of: "п") == 0)
  }

  @Test("Letters that came when there were too many already are not known, and nothing else is forgotten")
  func full() {
    var parts = PartTable()
    let letters = (0..<300).compactMap { Unicode.Scalar(0x400 + $0).map(String.init) }
    for letter in letters { parts.add([letter + "a"], records: 1) }
    #expect(parts.count(of: letters[0]) == 1)
    #expect(parts.count(of: "a") == 300)
    #expect(parts.count(of: letters[299]) == nil)
    #expect(parts.count(of: letters[299] + "a") == nil)
  }
}
