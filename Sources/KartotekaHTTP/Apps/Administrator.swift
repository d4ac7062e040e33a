import Foundation
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaStore

/// The administrator of a server. A client is the administrator if it sends the token (RFC 6750).
///
/// The token is never logged and never part of a response.
public struct Administrator: Sendable {
  /// The environment variable with the token.
  package static let variable = "KARTOTEKA_ADMIN_TOKEN"
  /// The file in the data folder with the token. It is used if the environment variable is not set.
  package static let fileName = BackupSecrets.tokenFile
  /// The author of changes with the token on a server with people: a name without an identity, as it belongs to no person.
  static let author = Author(id: nil, name: fileName)

  private enum Source {
    /// The environment, or the program.
    case given([UInt8])
    case file(AdministratorFile)
  }

  private let source: Source
  private let uses: AdministratorUses?

  /// The file that contains the token; nil if the token comes from the environment.
  public var file: URL? { stored?.url }

  /// The same file; nil if the token comes from the environment.
  package var stored: AdministratorFile? { if case .file(let file) = source { file } else { nil } }

  /// Whether the token comes from the environment of the server.
  package var isFromEnvironment: Bool { stored == nil && uses != nil }

  /// An administrator with the given token.
  /// - Throws: ``ServerError/badToken(_:)`` if the token has characters that an HTTP header can't carry.
  public init(token: String) throws {
    try self.init(token, uses: nil)
  }

  /// The administrator of a server. The token comes from the environment, else from the file in the data folder. A missing
  /// file is created if the folder is writable. A token that was ended stays so.
  /// - Throws: ``ServerError/badToken(_:)``, ``ServerError/tokenFile(_:_:)``.
  public init(
    folder: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    if let token = environment[Self.variable], !token.isEmpty {
      try self.init(token, uses: AdministratorUses(in: folder, of: nil))
      return
    }
    let file = AdministratorFile(in: folder)
    let path = file.url.path(percentEncoded: false)
    if access(path, F_OK) != 0 {
      if access(folder.path(percentEncoded: false), W_OK) != 0, errno == EROFS || errno == EACCES {
        // Administrators' actions need a writable folder. A random token that is not disclosed refuses all of them.
        try self.init(Self.fresh(), uses: nil)
        return
      }
      try file.make(Self.fresh())
    }
    _ = try file.content
    self.init(.file(file), AdministratorUses(in: folder, of: file.url))
  }

  private init(_ token: String, uses: AdministratorUses?) throws(ServerError) {
    guard let token = Self.bytes(token) else { throw .badToken(Self.variable) }
    self.init(.given(token), uses)
  }

  private init(_ source: Source, _ uses: AdministratorUses?) { (self.source, self.uses) = (source, uses) }

  /// Whether other users of this machine can read the token's file.
  package var isReadableByOthers: Bool {
    var status = stat()
    guard let path = file?.path(percentEncoded: false), stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o077 != 0
  }

  /// When the token was used last, on the minute; nil if it was not, or if that is not known.
  package var lastUse: Date? { uses?.last }

  /// Checks that the request with these headers comes from the administrator.
  /// - Throws: ``Problem`` of kind `unauthorized`, which requests the token; `dataFile` if its file can't be read now.
  package func admit(_ headers: HTTPFields) throws(Problem) {
    guard let credentials = headers[.authorization] else { throw refusal(isWrong: false) }
    let parts = credentials.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw refusal(isWrong: false) }
    guard try isToken(parts[1].trimmingSpaces()) else { throw refusal(isWrong: true) }
  }

  private func refusal(isWrong: Bool) -> Problem {
    hasEnded ? .unauthorized(Self.ended, isWrong: isWrong) : .unauthorized(isWrong: isWrong)
  }

  /// Whether the token was ended, and there is no other one.
  package var hasEnded: Bool { stored.map { (try? $0.content) == .ended } ?? false }

  /// The reason why no token is accepted.
  package static let ended: Phrase =
    "The administrator's token has ended. On the machine, kartoteka people admin-token --new makes another one."

  /// Whether that is the token, as of now. The duration of the comparison reveals nothing about it. The use is noted.
  /// - Throws: ``Problem`` of kind `dataFile` if its file can't be read now.
  package func isToken(_ given: String) throws(Problem) -> Bool {
    guard let token = try token(), Self.isEqual(token, Array(given.utf8)) else { return false }
    uses?.note(token)
    return true
  }

  /// The token of a request; nil if it is not that of the administrator. The use is noted.
  /// - Throws: ``Problem`` of kind `dataFile` if its file can't be read now.
  package func shown(_ token: String) throws(Problem) -> AdministratorToken? {
    try isToken(token) ? AdministratorToken(administrator: self, text: token) : nil
  }

  /// Whether a token that was the administrator's is so still, without a note about a use. It is while its file can't be read.
  func isStill(_ given: String) -> Bool {
    do {
      guard let token = try token() else { return false }
      return Self.isEqual(token, Array(given.utf8))
    } catch {
      return true
    }
  }

  // Nil for one that has ended, and where there is none.
  private func token() throws(Problem) -> [UInt8]? {
    switch source {
    case .given(let token): return token
    case .file(let file):
      do {
        if case .token(let token) = try file.content { return token }
      } catch ServerError.tokenFile {
        throw Problem(.dataFile, "The file with the administrator's token can't be read now. Try again later.")
      } catch {
        // A text that is no token.
      }
      return nil
    }
  }

  private static func isEqual(_ token: [UInt8], _ given: [UInt8]) -> Bool {
    var difference: UInt8 = given.count == token.count ? 0 : 1
    for index in token.indices { difference |= token[index] ^ (index < given.count ? given[index] : 0) }
    return difference == 0
  }

  /// The bytes of a token; nil for a text that is none.
  static func bytes(_ text: String) -> [UInt8]? {
    let token = text.trimmingSpaces()
    return !token.isEmpty && token.utf8.allSatisfy(Self.isTokenByte) ? Array(token.utf8) : nil
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

  /// 32 random bytes in base64url (RFC 4648, section 5).
  static func fresh() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

/// The administrator's token of a request.
package struct AdministratorToken: Sendable {
  fileprivate let administrator: Administrator
  fileprivate let text: String

  // No event says that a file was changed.
  private static let look = Duration.seconds(1)

  /// Waits until the token is no longer that of the administrator. Returns at once when the task is cancelled.
  func waitUntilEnded() async {
    // One of the environment stays as long as the server.
    let look: Duration = administrator.stored == nil ? .seconds(86_400) : Self.look
    while administrator.isStill(text), (try? await Task.sleep(for: look)) != nil {}
  }
}

extension Problem {
  /// The response to a request without an administrator's token (RFC 9110, section 15.5.2).
  /// - Parameter isWrong: whether the request had a wrong token.
  package static func unauthorized(isWrong: Bool) -> Problem {
    unauthorized(
      isWrong
        ? "This is not the administrator's token. It is in the server's data folder, in the file admin-token."
        : "Only an administrator may do this. Send the header Authorization: Bearer and the token, which is in the server's data folder, in the file admin-token.",
      isWrong: isWrong)
  }

  fileprivate static func unauthorized(_ reason: Phrase, isWrong: Bool) -> Problem {
    var problem = Problem(.unauthorized, reason)
    problem.headers = [
      .wwwAuthenticate: #"Bearer realm="kartoteka""# + (isWrong ? #", error="invalid_token""# : "")
    ]
    return problem
  }
}
