import Foundation
import Testing

@testable import KartotekaServices

@Suite("Conversion of HEIC pictures")
struct HEICConverterTests {
  /// Runs a body with a folder in which `heif-convert` is a shell script.
  private func withProgram<Value>(_ script: String, _ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "heif-convert")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path(percentEncoded: false))
    try Data("a picture".utf8).write(to: folder.appending(path: "it's $HOME.heic"))
    return try await body(folder)
  }

  private func converted(_ script: String, timeout: Duration = .seconds(30)) async throws -> String? {
    try await withProgram(script) { folder in
      let program = folder.appending(path: "heif-convert").path(percentEncoded: false)
      let converter = HEICConverter(program: program, timeout: timeout)
      return try await converter.jpeg(of: folder.appending(path: "it's $HOME.heic"), in: folder)
        .map { try String(contentsOf: $0, encoding: .utf8) }
    }
  }

  @Test("The program gets the quality and the names of both files as they are")
  func arguments() async throws {
    #expect(try await converted(#"test "$1 $2" = "-q 90" && cp "$3" "$4""#) == "a picture")
  }

  @Test("Of a file with several pictures the first one is taken")
  func several() async throws {
    #expect(try await converted(#"cp "$3" "${4%.jpg}-1.jpg" && cp "$3" "${4%.jpg}-2.jpg""#) == "a picture")
  }

  @Test("A program that fails, writes nothing, or doesn't end converts nothing", arguments: ["exit 1", "exit 0"])
  func failures(script: String) async throws {
    #expect(try await converted(script) == nil)
    #expect(try await converted("exec sleep 600", timeout: .milliseconds(10)) == nil)
  }

  @Test("The program is found on the search path, and only in absolute folders")
  func search() async throws {
    try await withProgram("exit 0") { folder in
      let path = folder.path(percentEncoded: false)
      #expect(HEICConverter(searching: "/nowhere:\(path)") != nil)
      #expect(HEICConverter(searching: "/nowhere:.:") == nil)
    }
  }

  @Test("A thumbnail is scaled in eighths to about 640 pixels, if the picture is larger and both programs are there")
  func thumbnails() async throws {
    try await withProgram("exit 0") { folder in
      let path = folder.path(percentEncoded: false)
      // Each writes its arguments.
      for (name, script) in [("djpeg", "echo $2"), ("cjpeg", "cat; echo $1 $2")] {
        #expect(JPEGScaler(searching: path) == nil)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: folder.appending(path: name))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
      }
      let converter = try #require(HEICConverter(searching: path))
      let jpeg = folder.appending(path: "it's $HOME.jpg")
      for (side, scale) in [(4_032, "1/8"), (2_000, "3/8"), (700, "7/8"), (20_000, "1/8")] {
        let file = try #require(try await converter.thumbnail(of: jpeg, side: side))
        #expect(try String(contentsOf: file, encoding: .utf8) == "\(scale)\n-quality 80\n")
      }
      #expect(try await converter.thumbnail(of: jpeg, side: 640) == nil)
    }
  }
}
