import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore

/// A strong entity tag (RFC 9110, section 8.8.3): `"VERSION"` or `"VERSION-CONTENT"`.
///
/// The version is that of the data that a change would modify: a record with its parts, or the ids of a relationship. A hash
/// of the content is added if the response has more, such as computed values or related records. Preconditions of changes
/// compare only the version: a product can be changed with a tag that was read before a new order of it.
package struct EntityTag: Sendable {
  package let text: String

  /// Makes a tag.
  /// - Parameter content: the response's bytes, if it contains more than the version covers.
  package init(_ version: String, content: [UInt8]? = nil) {
    text = "\"\(version)\(content.map { "-" + Fingerprint.text(of: $0, bytes: 8) } ?? "")\""
  }

  /// The tag of the compressed form: `"VERSION-gzip"` for a strong tag. A weak tag covers both forms.
  static func gzip(_ tag: String) -> String { tag.hasPrefix("\"") ? String(tag.dropLast()) + gzipMark : tag }

  /// The tag of the uncompressed form.
  fileprivate static func plain(_ tag: String) -> String {
    tag.hasSuffix(gzipMark) ? String(tag.dropLast(gzipMark.count)) + "\"" : tag
  }

  private static let gzipMark = "-gzip\""

  // The version in a strong tag; nil for a weak tag and for other text.
  fileprivate static func version(in tag: some StringProtocol) -> Substring? {
    guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 1 else { return nil }
    return Substring(tag.dropFirst().dropLast()).split(separator: "-", maxSplits: 1).first
  }
}

/// The preconditions of a request (RFC 9110, section 13): `If-Match`, `If-None-Match`.
package struct Preconditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  package init(_ request: Request) {
    ifMatch = request.headers[.ifMatch]
    ifNoneMatch = request.headers[.ifNoneMatch]
  }

  /// The preconditions of one change within a batch.
  package init(ifMatch: String?) {
    self.ifMatch = ifMatch
    ifNoneMatch = nil
  }

  /// Whether the request has a precondition.
  var isConditional: Bool { ifMatch != nil || ifNoneMatch != nil }

  /// Whether the client has the current response already.
  package func isUnchanged(_ tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    return Self.tags(ifNoneMatch).contains { $0 == tag || $0 == "*" || $0 == "W/" + tag }
  }

  /// Whether the preconditions allow a change of the given version; nil if there is no record.
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

  /// Checks the preconditions for the current version.
  /// - Throws: ``Problem`` of kind `changedMeanwhile` if they fail.
  package func check(_ version: @autoclosure () throws -> String) throws {
    guard isConditional else { return }
    let version = try version()
    guard allowChange(of: version) else { throw Problem.changedMeanwhile(version) }
  }

  // Tags of this server contain no commas. A tag of another server that is split matches nothing.
  private static func tags(_ list: String) -> some Sequence<String> {
    list.split(separator: ",").lazy.map { EntityTag.plain($0.trimmingSpaces()) }
  }
}
