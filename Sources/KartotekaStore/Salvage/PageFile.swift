import Foundation
import KartotekaModel

/// The pages of a database file as they are, each by its number from 1 on.
struct PageFile {
  /// A row of a page: its number, and the types of its values.
  typealias Row = (key: Int64, types: [Int64])

  /// The bytes of a page.
  let size: Int
  /// The bytes of a page that are used.
  let usable: Int
  /// The number of pages that are in use or free.
  let count: Int
  /// The number behind which nothing in the file leads, also where it was cut off.
  let last: Int
  /// The first 100 bytes.
  let header: [UInt8]
  private let file: FileHandle

  /// - Returns: nil for a file that does not begin as a database.
  init?(_ url: URL) throws {
    file = try FileHandle(forReadingFrom: url)
    let length = Int(clamping: try file.seekToEnd())
    try file.seek(toOffset: 0)
    header = try file.read(upToCount: 100).map { [UInt8]($0) } ?? []
    guard header.count == 100, SQLiteHeader.begins(header) else { return nil }
    let noted = PageFormat.number(header, at: 16, 2)
    size = noted == 1 ? 65_536 : noted
    usable = size - Int(header[20])
    guard size >= 512, size & (size - 1) == 0, usable >= 480 else { return nil }
    let there = length / size
    let said = PageFormat.number(header, at: 28, 4)
    // The number is up to date where these are equal.
    count = said > 0 && said <= there && header[24..<28] == header[92..<96] ? said : there
    // A number that can't be right would make a file of any length.
    last = max(there, said <= 16 * there + 1_000 ? said : 0)
  }

  /// The bytes of a page; nil behind the end.
  func page(_ number: Int) throws -> [UInt8]? {
    guard (1...max(count, 1)).contains(number) else { return nil }
    try file.seek(toOffset: UInt64((number - 1) * size))
    guard let bytes = try file.read(upToCount: size), bytes.count == size else { return nil }
    return [UInt8](bytes)
  }

  /// The first byte of each page, by its number. There is none with the number 0.
  func kinds(check: () throws -> Void) throws -> [UInt8] {
    var kinds: [UInt8] = [0]
    kinds.reserveCapacity(count + 1)
    let part = max(1 << 20 / size, 1) * size
    try file.seek(toOffset: 0)
    while kinds.count <= count, let bytes = try file.read(upToCount: part), !bytes.isEmpty {
      var place = bytes.startIndex
      while place < bytes.endIndex, kinds.count <= count {
        kinds.append(bytes[place])
        place += size
      }
      try check()
    }
    return kinds + [UInt8](repeating: 0, count: count + 1 - kinds.count)
  }

  /// The pages below one that names pages of a table, in order; nil where it has not the form of one.
  /// - Parameter start: where the page begins: behind the header of the file on the first one.
  func children(_ page: [UInt8], from start: Int = 0) -> [Int]? {
    let cells = PageFormat.number(page, at: start + 3, 2)
    let first = start + 12 + 2 * cells
    guard page[start] == PageFormat.inner, first <= usable else { return nil }
    var (found, last): ([Int], Int64?) = ([], nil)
    for cell in 0..<cells {
      let place = PageFormat.number(page, at: start + 12 + 2 * cell, 2)
      guard place >= first, place + 5 <= usable else { return nil }
      var rest = page[(place + 4)..<usable]
      guard let key = PageFormat.takeVarint(&rest), last.map({ $0 < key }) ?? true else { return nil }
      found.append(PageFormat.number(page, at: place, 4))
      last = key
    }
    return found + [PageFormat.number(page, at: start + 8, 4)]
  }

  /// The rows of a page, in order; nil where it has not the form of a page with rows.
  func rows(_ page: [UInt8]) -> [Row]? {
    let cells = PageFormat.number(page, at: 3, 2)
    let first = 8 + 2 * cells
    guard page[0] == PageFormat.leaf, cells > 0, first <= usable else { return nil }
    var rows: [Row] = []
    for cell in 0..<cells {
      let place = PageFormat.number(page, at: 8 + 2 * cell, 2)
      guard place >= first, place < usable, let row = row(page[place..<usable]),
        rows.last.map({ $0.key < row.key }) ?? true
      else { return nil }
      rows.append(row)
    }
    return rows
  }

  /// The numbers of the first and the last row of a page, whatever is between them; nil where they can't be read.
  func ends(_ page: [UInt8]) -> (first: Int64, last: Int64)? {
    let cells = PageFormat.number(page, at: 3, 2)
    guard page[0] == PageFormat.leaf, cells > 0, 8 + 2 * cells <= usable else { return nil }
    func key(_ cell: Int) -> Int64? {
      let place = PageFormat.number(page, at: 8 + 2 * cell, 2)
      guard place < usable else { return nil }
      var rest = page[place..<usable]
      return PageFormat.takeVarint(&rest).flatMap { _ in PageFormat.takeVarint(&rest) }
    }
    guard let first = key(0), let last = key(cells - 1), first <= last else { return nil }
    return (first, last)
  }

  /// The columns of a page's rows with a text that has a capital letter of ASCII or of Russian.
  func capitals(_ page: [UInt8]) -> Set<Int> {
    let cells = PageFormat.number(page, at: 3, 2)
    guard 8 + 2 * cells <= usable else { return [] }
    var found: Set<Int> = []
    for cell in 0..<cells {
      let place = PageFormat.number(page, at: 8 + 2 * cell, 2)
      guard place < usable else { continue }
      var rest = page[place..<usable]
      guard let length = PageFormat.takeVarint(&rest), length > 0, PageFormat.takeVarint(&rest) != nil else { continue }
      let start = rest.startIndex
      let end = start + Int(clamping: min(length, Int64(rest.count)))
      guard let header = PageFormat.takeVarint(&rest), (0...Int64(end - start)).contains(header) else { continue }
      var (column, value) = (0, start + Int(header))
      let first = value
      while rest.startIndex < first, let type = PageFormat.takeVarint(&rest), let size = PageFormat.size(ofType: type) {
        let next = value + Int(clamping: min(size, Int64(end - value)))
        if type >= 13, type % 2 == 1, !found.contains(column), Self.hasCapital(page[value..<next]) {
          found.insert(column)
        }
        (column, value) = (column + 1, next)
      }
    }
    return found
  }

  private static func hasCapital(_ text: ArraySlice<UInt8>) -> Bool {
    if text.contains(where: { (0x41...0x5a).contains($0) }) { return true }
    return zip(text, text.dropFirst()).contains { $0 == 0xd0 && (0x90...0xaf).contains($1) }
  }

  private func row(_ cell: ArraySlice<UInt8>) -> Row? {
    var rest = cell
    guard let length = PageFormat.takeVarint(&rest), length > 0, let key = PageFormat.takeVarint(&rest) else {
      return nil
    }
    let start = rest.startIndex
    // Longer rows go on on other pages, and their headers are here.
    guard length > usable - 35 || Int(length) <= rest.endIndex - start, let header = PageFormat.takeVarint(&rest),
      header > 0, header <= length, Int64(rest.endIndex - start) >= header
    else { return nil }
    let end = start + Int(header)
    var (types, size): ([Int64], Int64) = ([], header)
    while rest.startIndex < end {
      guard let type = PageFormat.takeVarint(&rest), let bytes = PageFormat.size(ofType: type) else { return nil }
      types.append(type)
      size = size.addingClamped(bytes)
    }
    return rest.startIndex == end && size == length ? (key, types) : nil
  }

  /// The pages that are not used; nil where the list of them is damaged.
  func freePages(check: () throws -> Void) throws -> Set<Int>? {
    let count = PageFormat.number(header, at: 36, 4)
    var trunk = PageFormat.number(header, at: 32, 4)
    var free: Set<Int> = []
    while trunk != 0 {
      try check()
      guard free.count < count, free.insert(trunk).inserted, let page = try page(trunk) else { return nil }
      let entries = PageFormat.number(page, at: 4, 4)
      guard entries <= usable / 4 - 2 else { return nil }
      for entry in 0..<entries {
        let number = PageFormat.number(page, at: 8 + 4 * entry, 4)
        // Others than the file can have would take memory without end.
        guard number <= last, free.insert(number).inserted else { return nil }
      }
      trunk = PageFormat.number(page, at: 0, 4)
    }
    return free.count == count ? free : nil
  }
}
