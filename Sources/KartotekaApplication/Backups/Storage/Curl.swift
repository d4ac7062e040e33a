import Foundation
import KartotekaModel
import KartotekaServices
import KartotekaStore

/// The program `curl`, which signs requests to a storage. It blocks its thread while a request runs.
struct Curl {
  /// An answer.
  struct Answer {
    let status: Int
    /// The headers by their names in small letters.
    let headers: [String: String]
    /// The body, unless it went to a file.
    let body: [UInt8]
  }

  /// A request.
  struct Request {
    var method = "GET"
    var url: String
    var headers: [String] = []
    /// The file that is sent.
    var upload: URL?
    /// The file that the body goes to.
    var output: URL?
  }

  // An answer that is no file, and the headers of any.
  private static let largest = 8 << 20
  private static let pollSeconds = 0.2
  // Of curl: nothing listens, or the name is unknown; the disk is full; the answer is too long.
  private static let (unresolved, refused, unwritable, tooLong) = (Int32(6), Int32(7), Int32(23), Int32(63))
  // After a pause, an overloaded storage, or another connection, often does what did not work at once.
  private static let busyStatuses = [429, 500, 502, 503, 504]
  // From here on, it signs the digest of a file that it sends.
  private static let oldest = [7, 88]

  private let program: String
  private let storage: BackupStorage
  private let secret: String
  private let folder: URL
  private let pauses: [Double]
  private let environment: [String: String]

  /// - Parameters:
  ///   - folder: a folder for answers, where nobody else writes.
  ///   - pauses: the seconds before each further attempt.
  /// - Throws: ``StorageError`` `.noCurl`, `.oldCurl`.
  init(
    _ storage: BackupStorage, secret: String, folder: URL, pauses: [Double] = [2, 10],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let program = folders.map({ "\($0)/curl" }).first(where: FileManager.default.isExecutableFile) else {
      throw StorageError.noCurl
    }
    (self.program, self.storage, self.secret, self.folder) = (program, storage, secret, folder)
    self.pauses = pauses
    // The machine decides about proxies and certificates.
    let passed = [
      "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "CURL_CA_BUNDLE",
    ]
    self.environment = environment.filter { passed.contains($0.key) }
      .merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C"]) { own, _ in own }
    let (_, text) = try run(["-q", "--version"], "") {}
    let version = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard !numbers.lexicographicallyPrecedes(Self.oldest) else { throw StorageError.oldCurl(version) }
  }

  /// Sends a request. Where the connection is lost, or the storage has too much to do, it is sent again after a pause, unless
  /// that would be another request than the first one.
  /// - Parameters:
  ///   - digest: the SHA-256 of what is sent, which the storage compares; nil for nothing.
  ///   - tick: is called all the time; an error that it throws ends the request.
  /// - Throws: ``StorageError`` `.unreachable`, `.badAnswer`, `.noRoom`, and errors of `tick`.
  func send(_ request: Request, digest: [UInt8]? = nil, tick: () throws -> Void) throws -> Answer {
    for pause in request.method == "POST" ? [] : pauses {
      do {
        let answer = try attempt(request, digest, tick)
        if !Self.busyStatuses.contains(answer.status) { return answer }
      } catch is Lost {}
      let end = ContinuousClock.now + .seconds(pause)
      while ContinuousClock.now < end {
        try tick()
        Thread.sleep(forTimeInterval: min(Self.pollSeconds, pause))
      }
    }
    do { return try attempt(request, digest, tick) } catch let lost as Lost {
      throw StorageError.unreachable(lost.reason)
    }
  }

  // A connection that may come back.
  private struct Lost: Error { let reason: String }

  private func attempt(_ request: Request, _ digest: [UInt8]?, _ tick: () throws -> Void) throws -> Answer {
    let (head, body) = (folder.appending(path: "head"), folder.appending(path: "body"))
    defer { for url in [head, body] { unlink(url.path(percentEncoded: false)) } }
    let hash = BlobFile.name(of: digest ?? SHA256.digest(of: [UInt8]()))
    var lines = [
      ("url", request.url), ("user", "\(storage.keyID):\(secret)"), ("aws-sigv4", "aws:amz:\(storage.region):s3"),
      ("header", "x-amz-content-sha256: \(hash)"), ("proto", "=http,https"), ("connect-timeout", "20"),
      ("dump-header", head.path(percentEncoded: false)),
      ("output", (request.output ?? body).path(percentEncoded: false)),
      ("user-agent", "kartoteka"),
      // One that stands still for two minutes has failed.
      ("speed-limit", "1"), ("speed-time", "120"),
    ]
    lines += request.headers.map { ("header", $0) }
    if let upload = request.upload { lines.append(("upload-file", upload.path(percentEncoded: false))) }
    // The length in the answer to HEAD is that of the object.
    if request.output == nil, request.method != "HEAD" { lines.append(("max-filesize", String(Self.largest))) }
    if request.upload == nil, request.output == nil { lines.append(("max-time", "120")) }
    switch request.method {
    case "HEAD": lines.append(("head", ""))
    case "GET": break
    case "PUT" where request.upload != nil: break
    default: lines.append(("request", request.method))
    }
    let text = lines.map { name, value in value.isEmpty ? name : "\(name) = \"\(Self.quoted(value))\"" }
    // The credentials are on no command line, which other users of the machine see.
    let (status, message) = try run(
      ["-q", "--silent", "--show-error", "--globoff", "--path-as-is", "--config", "-"],
      text.joined(separator: "\n") + "\n", tick)
    let reason = BackupError.shown(message.trimmingSpaces(), atMost: 200)
    switch status {
    case 0: break
    case Self.unresolved, Self.refused: throw StorageError.unreachable(reason)
    case Self.unwritable: throw StorageError.noRoom
    case Self.tooLong: throw StorageError.badAnswer
    default: throw Lost(reason: reason)
    }
    guard let headText = try PrivateFile.bytes(of: head, limit: 1 << 20),
      let answer = Self.headers(String(decoding: headText, as: UTF8.self))
    else { throw StorageError.badAnswer }
    let bytes = request.output == nil ? try PrivateFile.bytes(of: body, limit: Self.largest) : nil
    return Answer(status: answer.status, headers: answer.headers, body: bytes ?? [])
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  // The last block: before it may be those of a proxy, and "100 Continue".
  private static func headers(_ text: String) -> (status: Int, headers: [String: String])? {
    var found: (status: Int, headers: [String: String])?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("HTTP/") {
        let words = line.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        found = (status, [:])
      } else if let colon = line.firstIndex(of: ":") {
        found?.headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingSpaces()
      }
    }
    return found
  }

  // MARK: The process

  // - Returns: its status, and what it wrote to standard error, or of an inquiry to standard output.
  private func run(_ arguments: [String], _ input: String, _ tick: () throws -> Void) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    let output = try Process.withoutStarts {
      let (stdin, output) = (Pipe(), Pipe())
      process.standardInput = stdin
      process.standardOutput = input.isEmpty ? output : FileHandle.nullDevice
      process.standardError = input.isEmpty ? FileHandle.nullDevice : output
      // It fits in the pipe, and is written before a reader could be gone.
      try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      do { try process.run() } catch { throw StorageError.noCurl }
      for handle in [stdin.fileHandleForWriting, output.fileHandleForWriting] { try? handle.close() }
      return output
    }
    // A message of curl fits in the pipe, too.
    while end.wait(timeout: .now() + Self.pollSeconds) == .timedOut {
      do { try tick() } catch {
        kill(process.processIdentifier, SIGKILL)
        end.wait()
        throw error
      }
    }
    let text = try output.fileHandleForReading.read(upToCount: 1 << 16) ?? Data()
    return (process.terminationReason == .exit ? process.terminationStatus : -1, String(decoding: text, as: UTF8.self))
  }
}
