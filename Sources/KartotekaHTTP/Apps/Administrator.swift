import Foundation
import HTTPTypes
import KartotekaApplication
import KartotekaModel

/// The administrator of a server. A client is the administrator if it sends the token (RFC 6750).
///
/// The token is never logged and never part of a response.
public struct Administrator: Sendable {
  /// The environment variable with the token.
  package static let variable = "KARTOTEKA_ADMIN_TOKEN"
  /// The file in the data folder with the token. It is used if the environment variable is not set.
  package static let fileName = BackupSecrets.tokenFile

  /// The file that contains the token; nil if the token comes from the environment.
  public let file: URL?
  private let token: [UInt8]

  /// An administrator with the given token.
  /// - Throws: ``ServerError/badToken(_:)`` if the token has characters that an HTTP header can't carry.
  public init(token: String) throws {
    try self.init(token, from: nil)
  }

  /// The administrator of a server. The token comes from the environment, else from the file in the data folder. A missing
  /// file is created if the folder is writable.
  /// - Throws: ``ServerError/badToken(_:)``, ``ServerError/tokenFile(_:_:)``.
  public init(
    folder: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    if let token = environment[Self.variable], !token.isEmpty {
      try self.init(token, from: nil)
    } else {
      let file = folder.appending(path: Self.fileName)
      if access(file.path(percentEncoded: false), F_OK) != 0,
        access(folder.path(percentEncoded: false), W_OK) != 0, errno == EROFS || errno == EACCES
      {
        // Administrators' actions need a writable folder. A random token that is not disclosed refuses all of them.
        try self.init(Self.fresh(), from: nil)
        return
      }
      try self.init(try Self.text(of: file), from: file)
    }
  }

  private init(_ token: String, from file: URL?) throws {
    let token = token.trimmingSpaces()
    guard !token.isEmpty, token.utf8.allSatisfy(Self.isTokenByte) else {
      throw ServerError.badToken(file?.path(percentEncoded: false) ?? Self.variable)
    }
    self.token = Array(token.utf8)
    self.file = file
  }

  /// Whether other users of this machine can read the token's file.
  package var isReadableByOthers: Bool {
    var status = stat()
    guard let path = file?.path(percentEncoded: false), stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o077 != 0
  }

  /// Checks that the request with these headers comes from the administrator.
  /// - Throws: ``Problem`` of kind `unauthorized`, which requests the token.
  package func admit(_ headers: HTTPFields) throws(Problem) {
    guard let credentials = headers[.authorization] else { throw .unauthorized(isWrong: false) }
    let parts = credentials.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .unauthorized(isWrong: false) }
    guard isToken(parts[1].trimmingSpaces()) else { throw .unauthorized(isWrong: true) }
  }

  /// Whether that is the token. The duration of the comparison reveals nothing about it.
  package func isToken(_ given: String) -> Bool {
    let given = Array(given.utf8)
    var difference: UInt8 = given.count == token.count ? 0 : 1
    for index in token.indices { difference |= token[index] ^ (index < given.count ? given[index] : 0) }
    return difference == 0
  }

  // The characters of a token68 (RFC 9110, section 11.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  // MARK: The file

  private static func text(of file: URL) throws(ServerError) -> String {
    let path = file.path(percentEncoded: false)
    if access(path, F_OK) != 0 { try make(path) }
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw .tokenFile(path, error.localizedDescription)
    }
  }

  // The content is written to a temporary file, so that no process reads an incomplete one. `link` fails if the file exists:
  // two programs that start at the same time use the same token.
  private static func make(_ path: String) throws(ServerError) {
    let part = path + ".part-\(ProcessInfo.processInfo.processIdentifier)"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .tokenFile(path, String(cString: strerror(errno))) }
    defer { unlink(part) }
    let bytes = Array((fresh() + "\n").utf8)
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    guard isWritten, link(part, path) == 0 || errno == EEXIST else {
      throw .tokenFile(path, String(cString: strerror(isWritten ? errno : problem)))
    }
  }

  /// 32 random bytes in base64url (RFC 4648, section 5).
  private static func fresh() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

extension Problem {
  /// The response to a request without an administrator's token (RFC 9110, section 15.5.2).
  /// - Parameter isWrong: whether the request had a wrong token.
  package static func unauthorized(isWrong: Bool) -> Problem {
    var problem = Problem(
      .unauthorized,
      isWrong
        ? "This is not the administrator's token. It is in the server's data folder, in the file admin-token."
        : "Only an administrator may do this. Send the header Authorization: Bearer and the token, which is in the server's data folder, in the file admin-token."
    )
    problem.headers = [
      .wwwAuthenticate: #"Bearer realm="kartoteka""# + (isWrong ? #", error="invalid_token""# : "")
    ]
    return problem
  }
}
