import Foundation
import Testing

@testable import KartotekaCommand

@Suite("The code of the start")
struct StartupCodeTests {
  @Test("Only files that are read and have no changed pages are given back")
  func unchanged() {
    let maps = """
      1000-3000 r-xp 00000000 fe:00 25464                      /usr/bin/kartoteka
      Size:                  8 kB
      Anonymous:             0 kB
      VmFlags: rd ex mr mw me
      3000-4000 r--p 00002000 fe:00 25464                      /usr/bin/kartoteka
      Anonymous:             4 kB
      4000-5000 rw-p 00003000 fe:00 25464                      /usr/bin/kartoteka
      Anonymous:             0 kB
      5000-6000 r--p 00000000 00:00 0
      Anonymous:             0 kB
      7000-8000 r-xp 00000000 00:00 0                          [vdso]
      Anonymous:             0 kB
      7f0000000000-7f0000001000 r--p 00000000 fe:00 7          /usr/lib/with spaces.so
      Anonymous:             0 kB
      """
    #expect(
      StartupCode.unchanged(in: maps.split(separator: "\n").map { $0 + "\n" }) == [
        0x1000..<0x3000, 0x7f00_0000_0000..<0x7f00_0000_1000,
      ])
  }

  #if os(Linux)
    private static let length = 1 << 20

    /// How much of a mapping is in memory, in kilobytes.
    private func resident(_ mapping: UnsafeMutableRawPointer) throws -> Int {
      let begin = String(UInt(bitPattern: mapping), radix: 16) + "-"
      let said = StartupCode.lines(of: "/proc/self/smaps").drop { !$0.hasPrefix(begin) }
      let size = try #require(said.first { $0.hasPrefix("Rss:") })
      return try #require(Int(size.filter(\.isNumber)))
    }

    @Test("A file's pages leave the memory and come back as they were; changed ones stay")
    func givenBack() throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
      try Data(repeating: 7, count: Self.length).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let opened = open(file.path(percentEncoded: false), O_RDONLY)
      defer { close(opened) }
      func map(_ rights: CInt) throws -> UnsafeMutableRawPointer {
        try #require(mmap(nil, Self.length, rights, MAP_PRIVATE, opened, 0))
      }
      let (read, changed) = (try map(PROT_READ), try map(PROT_READ | PROT_WRITE))
      defer { for place in [read, changed] { munmap(place, Self.length) } }
      changed.storeBytes(of: 8, as: UInt8.self)
      mprotect(changed, Self.length, PROT_READ)
      _ = (0..<Self.length / 4_096).reduce(0) { $0 &+ read.load(fromByteOffset: $1 * 4_096, as: UInt8.self) }
      #expect(try resident(read) == Self.length / 1_024)
      StartupCode.giveBack()
      #expect(try resident(read) == 0)
      #expect(read.load(as: UInt8.self) == 7 && changed.load(as: UInt8.self) == 8)
    }
  #endif
}
