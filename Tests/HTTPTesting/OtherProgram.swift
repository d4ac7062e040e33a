import Foundation
import KartotekaServices

/// A program of the system that a test runs, such as `openssl` or `curl`.
public enum OtherProgram {
  /// The outcome of a run.
  public struct Run: Sendable {
    /// The exit status; above 128 for a program that a signal ended.
    public let status: Int32
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String
  }

  /// Runs a program to its end. It is ended when the calling task is cancelled.
  /// - Parameter input: the bytes of standard input, which ends after them.
  /// - Throws: an error if there is no such program.
  public static func run(_ name: String, _ arguments: [String], input: String = "") async throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files take everything at once; nobody has to empty them while the program runs.
    let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
    for file in files { try Data(file == files[0] ? Data(input.utf8) : Data()).write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let handles = try [
      FileHandle(forReadingFrom: files[0]), FileHandle(forWritingTo: files[1]), FileHandle(forWritingTo: files[2]),
    ]
    (process.standardInput, process.standardOutput, process.standardError) = (handles[0], handles[1], handles[2])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.start()
    // The program has its own. Foundation keeps these open with the process, which it keeps for ever.
    for handle in handles { try handle.close() }
    let identifier = process.processIdentifier
    await withTaskCancellationHandler {
      // A cancelled task would not wait here.
      await Task { for await _ in ends {} }.value
    } onCancel: {
      // A program inherits blocked signals from the thread that starts it.
      kill(identifier, SIGKILL)
    }
    let isSignalled = process.terminationReason == .uncaughtSignal
    return Run(
      status: process.terminationStatus + (isSignalled ? 128 : 0),
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }
}

/// A certificate and its key in a folder of its own, made by the program `openssl`.
public final class CertificateFolder: Sendable {
  /// The folder.
  public let folder: URL
  /// The file of the certificate.
  public var chain: URL { folder.appending(path: "server.pem") }
  /// The file of the private key.
  public var key: URL { folder.appending(path: "server.key") }

  /// Makes a certificate that signs itself.
  /// - Parameters:
  ///   - hosts: its names and addresses: `DNS:localhost,IP:127.0.0.1`.
  ///   - days: the number of days that it is valid.
  public init(hosts: String = "DNS:localhost,IP:127.0.0.1", days: Int = 90) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await renew(hosts: hosts, days: days)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Makes another certificate and another key in place of those.
  public func renew(hosts: String = "DNS:localhost,IP:127.0.0.1", days: Int = 90) async throws {
    try await openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", String(days),
      "-subj", "/CN=test", "-addext", "subjectAltName=\(hosts)", "-keyout", key.path(percentEncoded: false), "-out",
      chain.path(percentEncoded: false))
  }

  /// Runs `openssl`.
  /// - Returns: its standard output.
  /// - Throws: an error with its messages if it fails.
  @discardableResult
  public func openssl(_ arguments: String...) async throws -> String {
    let run = try await OtherProgram.run("openssl", arguments)
    guard run.status == 0 else { throw Failed(errors: run.errors) }
    return run.output
  }

  private struct Failed: Error {
    let errors: String
  }
}
