import Foundation
import KartotekaTransfer
import Testing

@Suite("A file sink")
struct FileSinkTests {
  @Test("writes small and large pieces in order")
  func pieces() throws {
    try withFile(named: "out.csv", Array("what was there before".utf8)) { path in
      let sink = try FileSink(path: path)
      var expected: [UInt8] = []
      for size in [0, 1, 10, 65_000, 1000, 200_000, 3, 65_536, 65_537] {
        let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 + size) }
        try piece.withUnsafeBytes { try sink.write($0) }
        expected += piece
      }
      try sink.close()
      try sink.close()
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == expected)
    }
  }

  @Test("says that a file cannot be created, and that it could not be written")
  func errors() throws {
    #expect(throws: WritingError.self) { try FileSink(path: "/nowhere/out.csv") }
    // Always full, on Linux.
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let sink = try FileSink(path: "/dev/full")
    try [UInt8(1)].withUnsafeBytes { try sink.write($0) }
    #expect { try sink.close() } throws: { error in
      guard case WritingError.cannotWrite(file: "/dev/full", reason: _) = error else { return false }
      return !"\(error)".contains("{")
    }
  }
}
