import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The file of a data folder with the administrator's token. A server looks into it at each use: what a command or an administrator
/// changes counts at once.
package struct AdministratorFile: Sendable {
  /// The content of the file.
  package enum Content: Sendable, Equatable {
    case token([UInt8])
    /// The token was ended, and there is no other one.
    case ended
    /// There is no file.
    case missing
  }

  // No token has a space: earlier versions refuse to start with it, rather than make another token.
  private static let endMark = "ended "
  // Longer ones are no tokens, and no header would carry them.
  private static let most = 4_096

  /// The file.
  package let url: URL

  /// - Parameter folder: the data folder.
  package init(in folder: URL) { url = folder.appending(path: Administrator.fileName) }

  /// The content of the file now.
  /// - Throws: ``ServerError/badToken(_:)``, ``ServerError/tokenFile(_:_:)``.
  package var content: Content {
    get throws(ServerError) {
      let bytes: [UInt8]?
      do { bytes = try PrivateFile.bytes(of: url, limit: Self.most) } catch { throw fault(error) }
      guard let bytes else { return .missing }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix(Self.endMark) { return .ended }
      guard let token = Administrator.bytes(text) else { throw .badToken(url.path(percentEncoded: false)) }
      return .token(token)
    }
  }

  /// A mark that tells the file as it is from others: 16 hexadecimal digits of a digest, which disclose nothing of the token.
  package var mark: String {
    let bytes = (try? PrivateFile.bytes(of: url, limit: Self.most)) ?? []
    let time = AdministratorUses.time(of: url)?.timeIntervalSince1970 ?? 0
    return String(BlobFile.name(of: SHA256.digest(of: Array("\(time) ".utf8) + bytes)).prefix(16))
  }

  /// Makes the file, unless there is one. Of two programs that start at the same time one makes it.
  /// - Throws: ``ServerError/tokenFile(_:_:)``.
  func make(_ token: String) throws(ServerError) {
    do { try PrivateFile.write(Self.line(token), to: url, isReplacing: false) } catch {
      guard access(url.path(percentEncoded: false), F_OK) != 0 else { return }
      throw fault(error)
    }
  }

  private func fault(_ error: any Error) -> ServerError {
    let path = url.path(percentEncoded: false)
    guard case .disk(let text)? = error as? StoreError else { return .tokenFile(path, error.localizedDescription) }
    return .tokenFile(path, text.components(separatedBy: ": ").last ?? text)
  }

  /// Ends the token. Nothing happens if it has ended.
  /// - Returns: whether it had not.
  /// - Throws: `StoreError`.
  @discardableResult
  package func end() throws -> Bool {
    if (try? content) == .ended { return false }
    try PrivateFile.write(Self.line(Self.endMark + Timestamp.text(Date())), to: url)
    return true
  }

  /// Puts another token in the place of this one, which ends.
  /// - Throws: `StoreError`.
  package func renew() throws { try PrivateFile.write(Self.line(Administrator.fresh()), to: url) }

  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
}

/// The last use of the administrator's token: the time of a file in the data folder, so that it outlives the server.
package final class AdministratorUses: Sendable {
  private static let fileName = Administrator.fileName + ".used"
  private static let precision = Duration.seconds(60)

  private struct Noted {
    let token: [UInt8]
    let time: ContinuousClock.Instant
  }

  private let file: URL
  private let token: URL?
  private let noted = Mutex<Noted?>(nil)

  /// - Parameters:
  ///   - folder: the data folder.
  ///   - token: the file with the token; nil if it comes from the environment.
  package init(in folder: URL, of token: URL?) {
    (file, self.token) = (folder.appending(path: Self.fileName), token)
  }

  // Which token it was: a server may have had one of the environment before.
  private var source: String { token == nil ? Administrator.variable : Administrator.fileName }

  /// The last use; nil where none is known. A use before the token was made was one of an earlier token.
  package var last: Date? {
    guard let time = Self.time(of: file), (try? PrivateFile.bytes(of: file, limit: 100)) == Array(source.utf8) else {
      return nil
    }
    if let token, let made = Self.time(of: token), time < made { return nil }
    return time
  }

  /// Notes a use, at most once a minute. It fails without consequences, as on a full disk.
  func note(_ token: [UInt8]) {
    let isDue = noted.withLock { noted in
      if let noted, noted.token == token, .now - noted.time < Self.precision { return false }
      noted = Noted(token: token, time: .now)
      return true
    }
    if isDue { try? Data(source.utf8).write(to: file, options: .atomic) }
  }

  fileprivate static func time(of file: URL) -> Date? {
    let path = file.path(percentEncoded: false)
    return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }
}
