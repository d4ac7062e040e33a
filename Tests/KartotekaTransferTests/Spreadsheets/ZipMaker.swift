import CZlib

/// Makes ZIP archives for tests.
struct ZipMaker {
  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// Adds a file that is not compressed.
  mutating func add(_ name: String, bytes: [UInt8]) {
    add(name, bytes, method: 0, size: bytes.count, checksum: crc32(0, bytes, UInt32(bytes.count)), flags: 0)
  }

  mutating func add(_ name: String, _ text: String, flags: UInt16 = 0) {
    let bytes = Array(text.utf8)
    add(name, bytes, method: 0, size: bytes.count, checksum: crc32(0, bytes, UInt32(bytes.count)), flags: flags)
  }

  /// Adds a file of so many spaces after a beginning, compressed.
  mutating func addBomb(_ name: String, _ begin: String, spaces: Int) {
    let chunk = [UInt8](repeating: 0x20, count: 1 << 20)
    var checksum = crc32(0, Array(begin.utf8), UInt32(begin.utf8.count))
    var stream = z_stream()
    // A gzip wrapper of 10 bytes before and 8 bytes after the content.
    precondition(kartoteka_deflate_begin(&stream, 9) == Z_OK)
    var packed: [UInt8] = []
    func put(_ bytes: [UInt8], _ flush: Int32) {
      var input = bytes
      var output = [UInt8](repeating: 0, count: 1 << 16)
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        repeat {
          let written = output.withUnsafeMutableBufferPointer { output -> Int in
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            _ = deflate(&stream, flush)
            return output.count - Int(stream.avail_out)
          }
          packed.append(contentsOf: output.prefix(written))
        } while stream.avail_out == 0
      }
    }
    put(Array(begin.utf8), Z_NO_FLUSH)
    for _ in 0..<(spaces >> 20) {
      checksum = crc32(checksum, chunk, UInt32(chunk.count))
      put(chunk, Z_NO_FLUSH)
    }
    put([], Z_FINISH)
    deflateEnd(&stream)
    add(name, Array(packed.dropFirst(10).dropLast(8)), method: 8, size: spaces, checksum: checksum, flags: 0)
  }

  private mutating func add(
    _ name: String, _ bytes: [UInt8], method: UInt16, size: Int, checksum: UInt, flags: UInt16
  ) {
    let offset = UInt32(body.count)
    let common =
      half(flags) + half(method) + word(0) + word(UInt32(checksum)) + word(UInt32(bytes.count))
      + word(UInt32(size)) + half(UInt16(name.utf8.count)) + half(0)
    body += word(0x0403_4b50) + half(20) + common + Array(name.utf8) + bytes
    directory += word(0x0201_4b50) + half(20) + half(20) + common + half(0) + half(0) + half(0) + word(0)
    directory += word(offset) + Array(name.utf8)
    count += 1
  }

  /// The archive.
  var bytes: [UInt8] {
    body + directory + word(0x0605_4b50) + half(0) + half(0) + half(count) + half(count)
      + word(UInt32(directory.count)) + word(UInt32(body.count)) + half(0)
  }

  private func half(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xff), UInt8(number >> 8)] }

  private func word(_ number: UInt32) -> [UInt8] {
    half(UInt16(number & 0xffff)) + half(UInt16(number >> 16))
  }
}

extension ZipMaker {
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// The parts of a workbook around its one sheet.
  static func workbook(styles: String = "", strings: String = "") -> ZipMaker {
    var zip = ZipMaker()
    zip.add(
      "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='\(office)/officeDocument' Target='xl/workbook.xml'/></Relationships>")
    zip.add("xl/workbook.xml", "<workbook><sheets><sheet name='Data' sheetId='1' r:id='s1'/></sheets></workbook>")
    zip.add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships><Relationship Id='s1' Type='\(office)/worksheet' Target='worksheets/sheet1.xml'/>"
        + "<Relationship Id='t1' Type='\(office)/styles' Target='styles.xml'/>"
        + "<Relationship Id='w1' Type='\(office)/sharedStrings' Target='sharedStrings.xml'/></Relationships>")
    if !styles.isEmpty { zip.add("xl/styles.xml", styles) }
    if !strings.isEmpty { zip.add("xl/sharedStrings.xml", strings) }
    return zip
  }

  /// A workbook with the rows of a sheet as XML.
  static func workbook(rows: String, styles: String = "", strings: String = "", end: String = "") -> [UInt8] {
    var zip = workbook(styles: styles, strings: strings)
    zip.add("xl/worksheets/sheet1.xml", "<worksheet><sheetData>\(rows)</sheetData>\(end)</worksheet>")
    return zip.bytes
  }
}
