import Foundation
import Testing

@testable import KartotekaStore

@Suite("A copy of a file that the disk can't read everywhere")
struct DamagedCopyTests {
  @Test("All but the blocks that can't be read is copied, and they are empty", arguments: [0, 1, 255, 256, 511])
  func blocks(block: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, copy) = (folder.appending(path: "file"), folder.appending(path: "copy"))
    let bytes = Data((0..<2_097_152 + 100).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
    try bytes.write(to: file)
    let bad = block * 4_096..<(block + 1) * 4_096
    let damaged = DamagedCopy { file, buffer, count, offset in
      guard !bad.overlaps(Int(offset)..<Int(offset) + count) else {
        errno = EIO
        return -1
      }
      return pread(file, buffer, count, offset)
    }
    #expect(try damaged.make(of: file, at: copy) == 4_096)
    var expected = bytes
    expected.replaceSubrange(bad, with: Data(count: 4_096))
    #expect(try Data(contentsOf: copy) == expected)
  }

  @Test("A file that can be read is copied whole, and no file is replaced")
  func whole() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, copy) = (folder.appending(path: "file"), folder.appending(path: "copy"))
    for bytes in [Data(), Data("short".utf8)] {
      try bytes.write(to: file)
      #expect(try DamagedCopy().make(of: file, at: copy) == 0)
      #expect(try Data(contentsOf: copy) == bytes)
      #expect(throws: StoreError.self) { try DamagedCopy().make(of: file, at: copy) }
      try FileManager.default.removeItem(at: copy)
    }
  }

  @Test("Empty parts take no space, and a pipe is refused instead of waited for")
  func hostile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, copy, pipe) = (
      folder.appending(path: "file"), folder.appending(path: "copy"), folder.appending(path: "pipe")
    )
    let bytes = Data(repeating: 7, count: 5_000)
    try bytes.write(to: file)
    try #require(truncate(file.path(percentEncoded: false), 32 << 20) == 0)
    #expect(try DamagedCopy().make(of: file, at: copy) == 0)
    #expect(try Data(contentsOf: copy) == bytes + Data(count: (32 << 20) - 5_000))
    var status = stat()
    try #require(stat(copy.path(percentEncoded: false), &status) == 0)
    // In blocks of 512 bytes.
    #expect(status.st_blocks * 512 <= 2 << 20)
    try #require(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
    #expect(throws: StoreError.self) { try DamagedCopy().make(of: pipe, at: folder.appending(path: "other")) }
  }
}
