import Foundation
import Testing

@testable import KartotekaPostgres

@Suite("Forms of values")
struct ScalarFormTests {
  private static func days(_ text: String) -> Int32? { Array(text.utf8).withUnsafeBytes { DateForm.days($0) } }
  private static func moment(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes { DateForm.microseconds($0) }
  }

  @Test("A day is the number of days since 2000, also before the year 1, and is written as it was")
  func days() {
    for (text, days) in [("2000-01-01", 0), ("1999-12-31", -1), ("9999-12-31", 2_921_939), ("0000-02-29", -730_426)] {
      #expect(Self.days(text) == Int32(days))
    }
    for text in ["-0044-03-15", "0000-12-31", "0001-01-01", "1582-10-10", "2024-02-29", "-4712-01-01"] {
      let days = Self.days(text)
      #expect(days.flatMap { DateForm.text(days: $0) { String(decoding: $0, as: UTF8.self) } } == text)
    }
  }

  @Test(
    "What is no day has no number",
    arguments: ["", "2023-02-29", "2023-13-01", "2023-1-01", "+2023-01-01", "2023-01-01 "])
  func noDay(text: String) { #expect(Self.days(text) == nil) }

  @Test("A moment is the number of microseconds since 2000, and is written as it was")
  func moments() {
    #expect(Self.moment("2000-01-01T00:00:01.001Z") == 1_001_000)
    for text in ["1999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "-0100-06-01T12:30:00.005Z"] {
      let moment = Self.moment(text)
      #expect(moment.flatMap { DateForm.text(microseconds: $0) { String(decoding: $0, as: UTF8.self) } } == text)
    }
    for text in ["2000-01-01T24:00:00.000Z", "2000-01-01 00:00:00.000Z", "2000-01-01T00:00:00Z"] {
      #expect(Self.moment(text) == nil)
    }
  }

  @Test("Infinite and finer moments have no text")
  func noText() {
    #expect(DateForm.text(days: .max) { _ in } == nil)
    #expect(DateForm.text(microseconds: .max) { _ in } == nil)
    #expect(DateForm.text(microseconds: 1) { _ in } == nil)
  }

  @Test("A decimal is read as it was written, at all scales", arguments: 0...9)
  func decimals(scale: Int) {
    var numbers: [Int64] = [0, 1, -1, 9_999, 10_000, -10_000, 123_456_789_012, .max, .min]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1_000 { numbers.append(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63)) }
    for number in numbers {
      let buffer = ByteBuffer()
      DecimalForm.write(number, scale: scale, to: buffer)
      #expect(DecimalForm.read(buffer.bytes(from: 4), scale: scale) == number)
    }
  }

  @Test("A decimal that 64 bits or the scale don't hold is not read")
  func noDecimal() {
    func read(_ words: [UInt16], scale: Int) -> Int64? {
      words.map(\.bigEndian).withUnsafeBytes { DecimalForm.read($0, scale: scale) }
    }
    // 10,000 to the fifth; 0.0001; NaN.
    #expect(read([1, 5, 0, 0, 1], scale: 0) == nil)
    #expect(read([1, 0xffff, 0, 4, 1], scale: 2) == nil)
    #expect(read([0, 0, 0xc000, 0], scale: 2) == nil)
  }

  @Test("A digest depends on the rows and not on their order")
  func digest() {
    func digest(_ rows: [String]) -> RowsDigest.Value {
      let digest = RowsDigest()
      for row in rows {
        Array(row.utf8).withUnsafeBytes { digest.update($0) }
        digest.endRow()
      }
      return digest.value
    }
    #expect(digest(["a", "b", "c"]) == digest(["c", "a", "b"]))
    #expect(digest(["a", "b"]) != digest(["a", "c"]))
    #expect(digest(["a", "a"]) != digest(["a"]))
    // The sum of one row is its SHA-256.
    #expect(digest(["abc"]).sum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("Long names are cut and stay different; columns of PostgreSQL's own get another name")
  func names() {
    let long = String(repeating: "n", count: 70)
    #expect(PostgresName.fitting(long + "a").utf8.count == 63)
    #expect(PostgresName.fitting(long + "a") != PostgresName.fitting(long + "b"))
    #expect(PostgresName.fitting("users") == "users")
    #expect(PostgresName.column("xmin") != "xmin")
    #expect(PostgresName.quoted("a\"b") == "\"a\"\"b\"")
  }
}
