import Testing

@testable import KartotekaHTTP

@Suite("Open files and connections")
struct OpenFilesTests {
  @Test("A server that may open 8,192 files follows more than 1,000 open screens beside 1,000 other connections")
  func many() {
    var limits = Limits()
    limits.fit(openFiles: 8_192)
    #expect(limits.streams > 1_000 && limits.connections - limits.streams > 1_000)
    #expect(limits.connections <= 8_192 / 8 * 7)
  }

  @Test("Connections leave files for databases, however few there may be", arguments: [256, 1_024, 2_048, 1_048_576])
  func few(files: Int) {
    var limits = Limits()
    limits.fit(openFiles: files)
    #expect(limits.connections <= files - files / 8 && limits.streams < limits.connections)
  }

  @Test("The limit of open files is raised and never lowered")
  func raised() {
    let before = OpenFiles.raise(to: 0)
    #expect(OpenFiles.raise(to: before + 1) >= before)
    #expect(OpenFiles.raise(to: 64) >= before)
  }
}
