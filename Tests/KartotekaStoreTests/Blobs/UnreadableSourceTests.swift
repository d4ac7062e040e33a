import Foundation
import Testing

@testable import KartotekaStore

@Suite("A copy of a file that can't be read")
struct UnreadableSourceTests {
  @Test("A read error is the file's, so that other files are backed up; a full disk is of all files")
  func reading() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, copy) = (folder.appending(path: "a.sqlite"), folder.appending(path: "copy"))
    let source = try ConnectionQueue(file.path(percentEncoded: false))
    // More pages than are copied at once: the end of each step but the last one may fail.
    try source.writeHere { database in
      try database.execute("CREATE TABLE a (b BLOB)")
      try database.execute("INSERT INTO a VALUES (zeroblob(12000000))")
    }
    func copying(failing code: CInt) throws {
      try DatabaseCopy.make(of: source, at: copy, with: nil) { _ in throw SQLError(code: code) }
    }
    for code: CInt in [10 | 1 << 8, 10 | 2 << 8] {
      #expect {
        try copying(failing: code)
      } throws: { error in
        guard case StoreError.unusable(let path, .unreadable) = error else { return false }
        return path == file.path(percentEncoded: false)
      }
    }
    // Full, and a failed write.
    for code: CInt in [13, 10 | 3 << 8] {
      #expect {
        try copying(failing: code)
      } throws: { error in
        if case StoreError.disk = error { true } else { false }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
  }
}
