import Foundation
import Testing

/// The program of the build plugin, which each build runs that has linked it again.
@Suite("Embedding resources")
struct EmbeddingTests {
  private let sandbox: Sandbox
  private let output: URL

  init() throws {
    sandbox = try Sandbox()
    output = sandbox.folder.appending(path: "Embedded.swift")
    let folder = sandbox.folder.appending(path: "Resources/words", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: folder.appending(path: "pl.json"))
    try Data([0, 255, 128]).write(to: sandbox.folder.appending(path: "Resources/logo.bin"))
  }

  private func embed() async throws -> String {
    let folder = sandbox.folder.appending(path: "Resources").path(percentEncoded: false)
    let program = try sandbox.start(Executable.embedding, [folder, output.path(percentEncoded: false)])
    await program.ended()
    let run = try program.result()
    try #require(run.status == 0, "\(run.errors)")
    return try String(contentsOf: output, encoding: .utf8)
  }

  @Test("files that are as they were leave the code as it is, so that nothing is compiled again")
  func unchanged() async throws {
    let code = try await embed()
    #expect(
      code.contains(#""words/pl.json": (true, "{}")"#) && code.contains(#""logo.bin": (false, "AP+A")"#), "\(code)")
    let path = output.path(percentEncoded: false)
    let long = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: path)
    #expect(try await embed() == code)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == long)
  }

  @Test("a changed, a new and a deleted file change the code, which has no paths of this machine")
  func changed() async throws {
    let before = try await embed()
    #expect(!before.contains(sandbox.folder.path(percentEncoded: false)))
    let words = sandbox.folder.appending(path: "Resources/words/pl.json")
    try Data(#"{"a": "b"}"#.utf8).write(to: words)
    let changed = try await embed()
    #expect(changed.contains(#"(true, "{\"a\": \"b\"}")"#), "\(changed)")
    try Data("[]".utf8).write(to: sandbox.folder.appending(path: "Resources/ru.json"))
    #expect(try await embed().contains(#""ru.json": (true, "[]")"#))
    try FileManager.default.removeItem(at: words)
    #expect(try await !embed().contains("pl.json"))
  }
}
