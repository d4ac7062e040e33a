import KartotekaModel
import Testing

@Suite("The validation of UTF-8")
struct UTF8ValidationTests {
  private func fault(_ bytes: [UInt8]) -> UTF8Validation.Fault? {
    bytes.withUnsafeBytes { UTF8Validation.firstFault(in: $0) }
  }

  @Test("passes text of every script at every place")
  func sound() {
    for text in ["", "a", "ż", "я", "€", "😀", "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}"] {
      for count in 0...70 { #expect(fault(Array((String(repeating: "a", count: count) + text).utf8)) == nil) }
    }
  }

  @Test("finds a NUL wherever it is")
  func nul() {
    for place in 0...70 {
      var bytes = [UInt8](repeating: 0x61, count: 80)
      bytes[place] = 0
      #expect(fault(bytes) == .nul(offset: place))
    }
  }

  @Test(
    "finds what is malformed, as long as Unicode says",
    arguments: [
      ([0x80], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1), ([0xC3], 1), ([0xC3, 0x28], 1),
      ([0xE0, 0x80, 0x80], 1),
      ([0xE2, 0x82], 2), ([0xE2, 0x82, 0x28], 2), ([0xED, 0xA0, 0x80], 1), ([0xF0, 0x8F, 0x80, 0x80], 1),
      ([0xF0, 0x9F, 0x98], 3), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5], 1), ([0xFF], 1),
    ] as [([UInt8], Int)])
  func malformed(bytes: [UInt8], length: Int) {
    for place in [0, 1, 7, 8, 31, 33, 64] {
      let before = [UInt8](repeating: 0x61, count: place)
      #expect(fault(before + bytes) == .malformed(offset: place, length: length))
    }
  }

  @Test("agrees with the standard library on random bytes")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let pool: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        pool.randomElement(using: &generator) ?? 0x41
      }
      let isSound = String(validating: bytes, as: UTF8.self) != nil
      #expect((fault(bytes) == nil) == isSound, "\(bytes)")
    }
  }
}
