import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore

/// The strong tag of an answer (RFC 9110, section 8.8.3): `"VERSION"` or `"VERSION-CONTENT"`.
///
/// The version is of what a change would change: a record with its parts, the ids that a relationship leads to. The
/// content is added where the answer has more: computed values, related records. Preconditions of changes compare the
/// version alone, so that a product can be changed with the tag that was read before somebody ordered it.
package struct EntityTag: Sendable {
  package let text: String

  /// A tag.
  /// - Parameter content: the answer's bytes, where it has more in it than what the version is of.
  package init(_ version: String, content: [UInt8]? = nil) {
    text = "\"\(version)\(content.map { "-" + Fingerprint.text(of: $0, bytes: 8) } ?? "")\""
  }

  /// The strong tag of the compressed form of what a strong tag is of: `"VERSION-gzip"`. A weak tag is of both.
  static func gzip(_ tag: String) -> String { tag.hasPrefix("\"") ? String(tag.dropLast()) + gzipMark : tag }

  /// The tag of the form that isn't compressed.
  fileprivate static func plain(_ tag: String) -> String {
    tag.hasSuffix(gzipMark) ? String(tag.dropLast(gzipMark.count)) + "\"" : tag
  }

  private static let gzipMark = "-gzip\""

  // The version in a strong tag; nil for a weak one, and for what is no tag.
  fileprivate static func version(in tag: some StringProtocol) -> Substring? {
    guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 1 else { return nil }
    return Substring(tag.dropFirst().dropLast()).split(separator: "-", maxSplits: 1).first
  }
}

/// What a request says about the state that it expects (RFC 9110, section 13): `If-Match`, `If-None-Match`.
package struct Preconditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  package init(_ request: Request) {
    ifMatch = request.headers[.ifMatch]
    ifNoneMatch = request.headers[.ifNoneMatch]
  }

  /// Those of one change within a request.
  package init(ifMatch: String?) {
    self.ifMatch = ifMatch
    ifNoneMatch = nil
  }

  /// Whether the request makes a condition for a change.
  var isConditional: Bool { ifMatch != nil || ifNoneMatch != nil }

  /// Whether the client has already what it asks for.
  package func isUnchanged(_ tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    return Self.tags(ifNoneMatch).contains { $0 == tag || $0 == "*" || $0 == "W/" + tag }
  }

  /// Whether a change may be made on what has that version; nil for nothing.
  package func allowChange(of version: String?) -> Bool {
    if let ifMatch {
      guard let version, Self.tags(ifMatch).contains(where: { $0 == "*" || EntityTag.version(in: $0) == version[...] })
      else { return false }
    }
    guard let ifNoneMatch, let version else { return true }
    return !Self.tags(ifNoneMatch).contains { tag in
      tag == "*" || EntityTag.version(in: tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) == version[...]
    }
  }

  /// Refuses a change of what has another version than the request expects.
  /// - Throws: the ``Problem`` that it was changed meanwhile.
  package func check(_ version: @autoclosure () throws -> String) throws {
    guard isConditional else { return }
    let version = try version()
    guard allowChange(of: version) else { throw Problem.changedMeanwhile(version) }
  }

  // Tags of this server have no commas. A tag of another server does no harm when it is cut: it matches nothing.
  private static func tags(_ list: String) -> some Sequence<String> {
    list.split(separator: ",").lazy.map { EntityTag.plain($0.trimmingSpaces()) }
  }
}
