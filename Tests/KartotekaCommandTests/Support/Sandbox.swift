import Foundation
import Testing

/// A folder of a test's own, with a data folder in it, and the program run there.
final class Sandbox: Sendable {
  /// What came of running a program.
  struct Run {
    /// Its exit status; above 128 for one that a signal ended.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let errors: String

    /// The lines of standard output.
    var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
  }

  let folder: URL
  /// The data folder, which is not there at first.
  var data: URL { folder.appending(path: "data", directoryHint: .isDirectory) }
  /// The database of the address book.
  var database: URL { database(of: "userscrud") }

  /// The database of an application.
  func database(of app: String) -> URL { data.appending(path: app + ".sqlite") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the program with the sandbox as its working folder and data folder.
  /// - Parameter language: what LC_ALL says.
  func kartoteka(_ arguments: String..., language: String = "C") async throws -> Run {
    try await run(Executable.url, arguments, ["LC_ALL": language])
  }

  /// Runs the program with an environment of its own, beside the sandbox's.
  func kartoteka(_ arguments: [String], environment: [String: String]) async throws -> Run {
    try await run(Executable.url, arguments, environment)
  }

  /// Runs a line of shell; `$K` is the program.
  func shell(_ line: String) async throws -> Run {
    try await run(
      URL(filePath: "/bin/sh"), ["-c", line],
      ["LC_ALL": "C", "K": Executable.url.path(percentEncoded: false)])
  }

  /// Has SQLite's own tool work on a database, as another program would.
  @discardableResult
  func sqlite(_ sql: String, app: String = "userscrud") async throws -> String {
    try await sqlite(sql, in: database(of: app))
  }

  /// The same with any file.
  @discardableResult
  func sqlite(_ sql: String, in file: URL) async throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try await run(
      URL(filePath: "/usr/bin/env"),
      ["sqlite3", "-cmd", ".timeout 60000", file.path(percentEncoded: false), sql], ["PATH": path])
    try #require(run.status == 0, "\(run.errors)")
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// Writes a file into the sandbox.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a file of bytes.
  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  /// Reads a file of the sandbox.
  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// The names of the files in the sandbox, hidden ones too.
  func names(in subfolder: String = "") throws -> [String] {
    let path = folder.appending(path: subfolder).path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private func run(_ program: URL, _ arguments: [String], _ environment: [String: String]) async throws -> Run {
    let process = try start(program, arguments, environment)
    await process.ended()
    return try process.result()
  }

  /// Starts a program and leaves it running.
  func start(_ program: URL, _ arguments: [String], _ environment: [String: String] = [:]) throws
    -> RunningProgram
  {
    let surroundings = [
      "HOME": folder.path(percentEncoded: false), "KARTOTEKA_DATA": data.path(percentEncoded: false),
      "SWIFT_BACKTRACE": "enable=no",
    ]
    return try RunningProgram(
      program, arguments, surroundings.merging(environment) { _, new in new }, in: folder)
  }
}
