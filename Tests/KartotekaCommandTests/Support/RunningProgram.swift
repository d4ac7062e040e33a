import Foundation
import KartotekaServices
import Testing

/// A program that runs. What it writes goes to files: a pipe that nobody empties would hold it up.
final class RunningProgram: @unchecked Sendable {
  private let process = Process()
  private let output: URL
  private let errors: URL

  init(_ program: URL, _ arguments: [String], _ environment: [String: String], in folder: URL) throws {
    let name = UUID().uuidString
    let captured = FileManager.default.temporaryDirectory
    output = captured.appending(path: name + ".out")
    errors = captured.appending(path: name + ".err")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let files = try [FileHandle(forWritingTo: output), FileHandle(forWritingTo: errors)]
    (process.standardOutput, process.standardError) = (files[0], files[1])
    try process.start()
    // The program has its own. Foundation keeps these open with the process, which it keeps for ever.
    for file in files { try file.close() }
  }

  deinit {
    if process.isRunning { process.terminate() }
    for file in [output, errors] { try? FileManager.default.removeItem(at: file) }
  }

  /// Waits until it has ended. After ten minutes it is ended.
  func ended() async {
    let deadline = ContinuousClock.now + .seconds(600)
    while process.isRunning {
      guard ContinuousClock.now < deadline else {
        Issue.record("\(process.arguments ?? []) did not end within ten minutes")
        return send(SIGKILL)
      }
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
    }
  }

  /// What it has written so far, and its status if it has ended.
  func result() throws -> Sandbox.Run {
    func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
    let status = process.isRunning ? -1 : process.terminationStatus
    let signalled = !process.isRunning && process.terminationReason == .uncaughtSignal
    return Sandbox.Run(
      status: signalled ? 128 + status : status, output: try text(output), errors: try text(errors))
  }

  /// Waits until standard output holds a text, or the program has ended.
  /// - Returns: what it has written.
  func wrote(_ text: String) async throws -> Sandbox.Run {
    try await came("“\(text)” on standard output") { try result().output.contains(text) }
    return try result()
  }

  /// Waits until something is so, or the program has ended.
  /// - Parameter what: what is waited for, should it not come.
  func came(_ what: String, _ isSo: () throws -> Bool) async throws {
    for _ in 0..<12_000 {
      if try isSo() || !process.isRunning { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(what) did not come within two minutes")
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }
}
