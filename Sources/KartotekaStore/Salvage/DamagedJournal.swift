import Foundation

/// The rollback journal beside a copy of a damaged database (<https://www.sqlite.org/fileformat2.html>, section 3).
///
/// A journal may name a further file, of a transaction on several databases. SQLite reads that file, and deletes it when it has taken
/// the transaction back. Of a copy it must not: the other databases may need the file, and damaged bytes may name any.
enum DamagedJournal {
  private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
  /// The most bytes that SQLite takes for a path.
  private static let mostBytes = 4_096

  /// Takes the name of the further file out of a journal, which nobody else has. Where that file is gone, the transaction was
  /// committed, and the journal is removed.
  static func separate(_ journal: URL) throws {
    let file = try FileHandle(forUpdating: journal)
    defer { try? file.close() }
    let size = try file.seekToEnd()
    guard size >= 16 else { return }
    try file.seek(toOffset: size - 16)
    guard let end = try file.read(upToCount: 16).map({ [UInt8]($0) }), end.count == 16, end[8...].elementsEqual(magic)
    else { return }
    func number(_ place: Int) -> UInt32 { end[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let (length, sum) = (UInt64(number(0)), number(4))
    if (1...UInt64(mostBytes)).contains(length), length <= size - 16 {
      try file.seek(toOffset: size - 16 - length)
      let name = try file.read(upToCount: Int(length)).map { [UInt8]($0) } ?? []
      let own = name.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
      if own == sum, !name.contains(0), !FileManager.default.fileExists(atPath: String(decoding: name, as: UTF8.self)) {
        return try FileManager.default.removeItem(at: journal)
      }
    }
    try file.seek(toOffset: size - 8)
    try file.write(contentsOf: [UInt8](repeating: 0, count: 8))
  }
}
