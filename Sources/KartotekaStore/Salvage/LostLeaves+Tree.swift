import Foundation

// The way to pages that were found.
extension LostLeaves {
  /// Makes the pages above the rows of tables anew, in a copy of the file that nobody else has.
  func write(to url: URL) throws {
    guard let old = try PageFile(url) else { throw SQLError.damagedFile }
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    var tree = PageTree(old, next: old.last + 1)
    func put(_ page: [UInt8], at number: Int) throws {
      try file.seek(toOffset: UInt64((number - 1) * old.size))
      try file.write(contentsOf: page)
    }
    for (root, leaves) in leaves.sorted(by: { $0.key < $1.key }) {
      if leaves.count == 1 {
        guard let page = try old.page(leaves[0].page) else { throw SQLError.damagedFile }
        try put(page, at: root)
      } else {
        for (number, page) in tree.pages(above: leaves.map { ($0.page, $0.last) }, root: root) {
          try put(page, at: number)
        }
      }
    }
    try file.truncate(atOffset: UInt64((tree.next - 1) * old.size))
    var header = old.header
    header.replaceSubrange(28..<32, with: PageFormat.bytes(tree.next - 1))
    header.replaceSubrange(92..<96, with: header[24..<28])
    try file.seek(toOffset: 0)
    try file.write(contentsOf: header)
  }
}

/// Makes pages that name pages with rows.
private struct PageTree {
  /// A page below, and the last number in it.
  typealias Child = (page: Int, last: Int64)

  /// The number of the next new page.
  private(set) var next: Int
  private let size: Int
  private let usable: Int
  /// The most pages that one page names: each takes up to 15 bytes.
  private let most: Int
  /// The page that SQLite locks, and leaves empty.
  private let locked: Int

  init(_ file: PageFile, next: Int) {
    (size, usable, self.next) = (file.size, file.usable, next)
    most = (usable - 12) / 15 + 1
    locked = 1 << 30 / size + 1
  }

  /// The pages above others, of which there are at least two, up to the first one of a table.
  mutating func pages(above children: [Child], root: Int) -> [(number: Int, page: [UInt8])] {
    var (level, pages): ([Child], [(number: Int, page: [UInt8])]) = (children, [])
    while level.count > most {
      let groups = (level.count + most - 1) / most
      // Of nearly equal lengths: a page that names a single one would be taken for a damaged one.
      level = (0..<groups).map { group in
        let part = Array(level[level.count * group / groups..<level.count * (group + 1) / groups])
        if next == locked { next += 1 }
        defer { next += 1 }
        pages.append((next, page(naming: part)))
        return (next, part[part.count - 1].last)
      }
    }
    return pages + [(root, page(naming: level))]
  }

  private func page(naming children: [Child]) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: size)
    var end = usable
    for (index, child) in children.dropLast().enumerated() {
      let cell = PageFormat.bytes(child.page) + PageFormat.varint(child.last)
      end -= cell.count
      page.replaceSubrange(end..<end + cell.count, with: cell)
      page.replaceSubrange(12 + 2 * index..<14 + 2 * index, with: PageFormat.bytes(end).suffix(2))
    }
    page[0] = PageFormat.inner
    page.replaceSubrange(3..<5, with: PageFormat.bytes(children.count - 1).suffix(2))
    page.replaceSubrange(5..<7, with: PageFormat.bytes(end).suffix(2))
    page.replaceSubrange(8..<12, with: PageFormat.bytes(children[children.count - 1].page))
    return page
  }
}
