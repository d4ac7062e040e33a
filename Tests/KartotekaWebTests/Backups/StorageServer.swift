import Foundation
import KartotekaServices
import KartotekaStore
import Testing

@testable import KartotekaApplication

/// A server that speaks S3: PyPI's moto, which script/bootstrap --tests installs.
final class StorageServer: Sendable {
  /// The program; nil where it is not installed.
  static let program: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ([root.appending(path: ".venv/bin").path(percentEncoded: false)] + folders)
      .map { $0 + "/moto_server" }.first(where: FileManager.default.isExecutableFile)
  }()

  let endpoint: String
  private let process: Process

  /// Starts it at a free port.
  init?() throws {
    guard let program = Self.program else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-H", "127.0.0.1", "-p", "0"]
    let pipe = try Process.withoutStarts {
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      return pipe
    }
    var text = ""
    var found: String?
    while found == nil, let data = try pipe.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      if text.hasSuffix("\n") {
        found = text.firstMatch(of: #/Running on (http://127\.0\.0\.1:\d+)/#).map { String($0.1) }
      }
    }
    guard let found else {
      process.terminate()
      return nil
    }
    // It writes a line for each request.
    pipe.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
    (endpoint, self.process) = (found, process)
  }

  deinit { process.terminate() }

  /// A new bucket.
  func bucket(_ name: String, prefix: String = "", folder: URL) throws -> BackupStorage {
    let storage = try BackupStorage(
      endpoint: endpoint, region: "eu-central-1", bucket: name, prefix: prefix, keyID: "key-id")
    let curl = try Curl(storage, secret: "secret-123456", folder: folder)
    let place = folder.appending(path: "place")
    let region = "<LocationConstraint>\(storage.region)</LocationConstraint>"
    let body = Data("<CreateBucketConfiguration>\(region)</CreateBucketConfiguration>".utf8)
    try body.write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    // curl adds the name of the file to an address that ends with a slash.
    var request = Curl.Request(method: "PUT", url: String(storage.address().dropLast()))
    request.upload = place
    let answer = try curl.send(request, digest: SHA256.digest(of: body)) {}
    try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    return storage
  }
}
