#if os(Linux)
  import Foundation
  import KartotekaModel
  import Testing

  /// `script/server` builds with Swift's libraries within, as no other test does.
  @Suite struct ReleaseLinkTests {
    @Test("A program that uses URLSession links with Swift's libraries within")
    func linksStatically() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "release-link-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let source = folder.appending(path: "main.swift")
      try Data("import FoundationNetworking\nprint(URLSession.shared)\n".utf8).write(to: source)
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = [
        "swiftc", "-static-stdlib", "-o", folder.appending(path: "program").path, source.path,
      ]
      let messages = try Process.withoutStarts {
        let messages = Pipe()
        (compiler.standardOutput, compiler.standardError) = (messages, messages)
        try compiler.run()
        return messages.fileHandleForReading
      }
      let text = String(decoding: messages.readDataToEndOfFile(), as: UTF8.self)
      compiler.waitUntilExit()
      #expect(compiler.terminationStatus == 0, "\(text)")
    }
  }
#endif
