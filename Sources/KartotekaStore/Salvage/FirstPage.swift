import Foundation

/// The first page of a damaged database, which says what kind of file it is and on which pages the names of all tables are.
///
/// A lost one is made anew of those pages, which are found by their rows (<https://www.sqlite.org/fileformat2.html>).
enum FirstPage {
  /// A page with rows of the schema: its number from 1 on, and the first and the last number of its rows.
  private struct Leaf {
    let page: Int
    let first: Int64
    let last: Int64
  }

  /// The size of pages that the program gives its databases.
  private static let usualSize = 4_096
  /// The most pages that one page can name, whatever their numbers.
  private static let most = 200

  /// Makes the first page of a copy anew.
  /// - Parameters:
  ///   - isForced: whether it is made also where no names of tables were found, and then names none.
  ///   - check: is called while the file is read; an error that it throws ends the work.
  /// - Returns: whether pages with names of tables were found. Otherwise the file is as it was, unless it is forced.
  static func remake(_ url: URL, isForced: Bool = false, check: () throws -> Void = {}) throws -> Bool {
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    let header = try file.read(upToCount: 100).map { [UInt8]($0) } ?? []
    let isHeader = header.count == 100 && header.starts(with: Array("SQLite format 3\0".utf8))
    let noted = isHeader ? Int(header[16]) << 8 | Int(header[17]) : 0
    let size = noted == 1 ? 65_536 : noted >= 512 && noted & (noted - 1) == 0 ? noted : usualSize
    var page = isHeader ? header : newHeader(size)
    // At least 480 bytes of a page are used.
    if size - Int(page[20]) < 480 { page[20] = 0 }
    // A page that is named takes up to 15 bytes behind the headers.
    let leaves = try leaves(of: file, size, most: min(most, (size - Int(page[20]) - 112) / 15), check)
    guard isForced || !leaves.isEmpty else { return false }
    (page[16], page[17]) = size == 65_536 ? (0, 1) : (UInt8(size >> 8), UInt8(size & 0xff))
    (page[18], page[19]) = (1, 1)
    page.replaceSubrange(21..<24, with: [64, 32, 32])
    // Without a number of pages, which is that of the file then, or of its log; without free pages, and without the list of pages
    // that vacuuming needs.
    for place in [28..<40, 52..<56] { for index in place { page[index] = 0 } }
    page.replaceSubrange(92..<96, with: page[24..<28])
    page += [UInt8](repeating: 0, count: size - page.count)
    var end = size - Int(page[20])
    for (index, leaf) in leaves.dropLast().enumerated() {
      let cell = PageFormat.bytes(leaf.page) + PageFormat.varint(leaf.last)
      end -= cell.count
      page.replaceSubrange(end..<end + cell.count, with: cell)
      page.replaceSubrange(112 + 2 * index..<114 + 2 * index, with: PageFormat.bytes(end).suffix(2))
    }
    page.replaceSubrange(105..<107, with: PageFormat.bytes(end).suffix(2))
    page[100] = leaves.isEmpty ? PageFormat.leaf : PageFormat.inner
    if let last = leaves.last {
      page.replaceSubrange(103..<105, with: PageFormat.bytes(leaves.count - 1).suffix(2))
      page.replaceSubrange(108..<112, with: PageFormat.bytes(last.page))
    }
    try file.seek(toOffset: 0)
    try file.write(contentsOf: page)
    return !leaves.isEmpty
  }

  // Version 4 of the schema's format, UTF-8.
  private static func newHeader(_ size: Int) -> [UInt8] {
    var header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
    header.replaceSubrange(21..<24, with: [64, 32, 32])
    for (place, number) in [(24, 1), (40, 1), (44, 4), (56, 1), (96, 3_040_001)] {
      header.replaceSubrange(place..<place + 4, with: PageFormat.bytes(number))
    }
    return header
  }

  private static func leaves(
    of file: FileHandle, _ size: Int, most: Int, _ check: () throws -> Void
  ) throws -> [Leaf] {
    var found: [Leaf] = []
    var number = 2
    try file.seek(toOffset: UInt64(size))
    while let page = try file.read(upToCount: size), page.count == size {
      if page.first == 0x0d, let leaf = leaf([UInt8](page), number) { found.append(leaf) }
      number += 1
      if number % 256 == 0 { try check() }
    }
    // A page whose rows have the numbers of another one's is an outdated one.
    var leaves: [Leaf] = []
    for leaf in found.sorted(by: { ($0.first, $0.page) < ($1.first, $1.page) }) where leaves.count < most {
      if let last = leaves.last?.last, leaf.first <= last { continue }
      leaves.append(leaf)
    }
    return leaves
  }

  private static func leaf(_ page: [UInt8], _ number: Int) -> Leaf? {
    let count = Int(page[3]) << 8 | Int(page[4])
    guard count > 0, 8 + 2 * count <= page.count else { return nil }
    func row(_ index: Int) -> Int64? {
      let offset = Int(page[8 + 2 * index]) << 8 | Int(page[9 + 2 * index])
      return offset < page.count ? self.row(page[offset...]) : nil
    }
    guard let first = row(0), let last = row(count - 1), first <= last else { return nil }
    return Leaf(page: number, first: first, last: last)
  }

  // The number of a row of the schema: a kind, two names, the number of a page, and SQL.
  private static func row(_ cell: ArraySlice<UInt8>) -> Int64? {
    var rest = cell
    guard PageFormat.takeVarint(&rest) != nil, let number = PageFormat.takeVarint(&rest), number > 0 else { return nil }
    let start = rest.startIndex
    guard let length = PageFormat.takeVarint(&rest), length >= 6, length <= rest.endIndex - start else { return nil }
    let end = start + Int(length)
    var types: [Int64] = []
    while rest.startIndex < end, let type = PageFormat.takeVarint(&rest) { types.append(type) }
    func isText(_ type: Int64) -> Bool { type >= 13 && type % 2 == 1 }
    guard types.count == 5, rest.startIndex == end, isText(types[0]), isText(types[1]), isText(types[2]),
      (0...9).contains(types[3]), types[4] == 0 || isText(types[4])
    else { return nil }
    let kind = rest.prefix(Int(clamping: (types[0] - 13) / 2))
    return ["table", "index", "trigger", "view"].contains { kind.elementsEqual($0.utf8) } ? number : nil
  }
}
