import Foundation
import Testing

@testable import KartotekaStore

@Suite("Large files that are made beside other work")
struct DiskPaceTests {
  @Test("are written to the disk portion by portion, and say where that is impossible")
  func portions() throws {
    // A pipe has no disk: the descriptor of one tells whether the pace asked for it.
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let pace = try DiskPace(of: URL(filePath: "/dev/fd/\(ends[0])"))
    try pace.wrote(Int(DiskPace.portion) - 1)
    try pace.finish()
    try pace.wrote(1)
    #expect(throws: StoreError.self) { try pace.finish() }
    #expect(throws: StoreError.self) { try pace.wrotePages() }
  }

  @Test("A file that can't be opened is named")
  func missing() throws {
    let url = URL(filePath: "/nowhere/archive")
    let error = #expect(throws: StoreError.self) { _ = try DiskPace(of: url) }
    guard case .disk(let reason)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.contains(url.path()))
  }
}
