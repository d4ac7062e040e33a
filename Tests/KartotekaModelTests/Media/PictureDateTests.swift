import Testing

@testable import KartotekaModel

@Suite("The day that a picture was taken")
struct PictureDateTests {
  private static func number(_ number: Int, _ count: Int, _ isLittle: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    return isLittle ? bytes.reversed() : bytes
  }

  /// TIFF data of two directories: the first with a date of change and a link to Exif's own, with a date of taking.
  static func tiff(taken: String?, changed: String? = nil, isLittle: Bool = false) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2, isLittle) + number(type, 2, isLittle) + number(count, 4, isLittle) + number(value, 4, isLittle)
    }
    // Header 8, directory 2 + 2 * 12 + 4 = 30, directory 2 + 12 + 4 = 18: texts begin at 56.
    let texts = [taken ?? "", changed ?? ""].map { Array($0.utf8) + [0] }
    let first =
      number(2, 2, isLittle)
      + (changed == nil ? entry(0x0100, 4, 1, 0) : entry(0x0132, 2, texts[1].count, 56 + texts[0].count))
      + entry(0x8769, 4, 1, 38) + number(0, 4, isLittle)
    let second =
      number(1, 2, isLittle)
      + (taken == nil ? entry(0xA000, 4, 1, 0) : entry(0x9003, 2, texts[0].count, 56)) + number(0, 4, isLittle)
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2, isLittle) + number(8, 4, isLittle) + first + second
      + texts[0] + texts[1]
  }

  private static func jpeg(_ tiff: [UInt8]) -> [UInt8] {
    let exif = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xE1] + number(exif.count + 2, 2, false) + exif
      + [0xFF, 0xC0, 0, 17]
  }

  private static func png(_ tiff: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(13, 4, false) + Array("IHDR".utf8)
      + [UInt8](repeating: 1, count: 17) + number(tiff.count, 4, false) + Array("eXIf".utf8) + tiff
  }

  private static func webP(_ tiff: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + number(60 + tiff.count, 4, true) + Array("WEBPVP8X".utf8) + number(10, 4, true)
      + [UInt8](repeating: 0, count: 10) + Array("EXIF".utf8) + number(tiff.count, 4, true) + tiff
  }

  private func date(_ bytes: [UInt8]) throws -> String? { try PictureDate.read(Blob(bytes))?.description }

  @Test("It is read from JPEG, PNG and WebP, whichever byte comes first", arguments: [true, false])
  func formats(isLittle: Bool) throws {
    let tiff = Self.tiff(taken: "2024:05:03 12:10:00", isLittle: isLittle)
    for picture in [Self.jpeg(tiff), Self.png(tiff), Self.webP(tiff)] { #expect(try date(picture) == "2024-05-03") }
  }

  @Test("Without it the day of the last change is taken")
  func changed() throws {
    #expect(try date(Self.jpeg(Self.tiff(taken: nil, changed: "2020:02:29 08:00:00"))) == "2020-02-29")
    let both = Self.tiff(taken: "2019:01:02 03:04:05", changed: "2020:02:29 08:00:00")
    #expect(try date(Self.jpeg(both)) == "2019-01-02")
  }

  @Test(
    "A camera whose clock was not set says nothing",
    arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", "2024-05-03 10:00:00", "2024:13:40 00:00:00", ""])
  func none(text: String) throws {
    #expect(try date(Self.jpeg(Self.tiff(taken: text))) == nil)
  }

  @Test("Data that are cut off or led astray end without a date, and without ending the process")
  func damaged() throws {
    let whole = Self.jpeg(Self.tiff(taken: "2024:05:03 12:10:00"))
    for count in whole.indices.dropLast(6) where count < whole.count - 6 { _ = try date(Array(whole.prefix(count))) }
    for index in whole.indices.dropFirst(4) {
      for byte: UInt8 in [0, 0x7F, 0xFF] {
        var changed = whole
        changed[index] = byte
        _ = try date(changed)
      }
    }
  }
}
