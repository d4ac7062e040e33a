import HTTPTypes
import Hummingbird
import KartotekaModel

/// What a request says about the state that it expects (RFC 9110, section 13): `If-Match`, `If-None-Match`.
struct Preconditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  init(_ request: Request) {
    ifMatch = request.headers[.ifMatch]
    ifNoneMatch = request.headers[.ifNoneMatch]
  }

  /// Whether the client has what it asks for already.
  func isUnchanged(_ tag: String) -> Bool {
    guard let ifNoneMatch else { return false }
    return Self.names(tag, in: ifNoneMatch, isStrong: false)
  }

  /// Whether a change may be made on what has that tag; nil for nothing.
  func allowChange(of tag: String?) -> Bool {
    if let ifMatch {
      guard let tag, Self.names(tag, in: ifMatch, isStrong: true) else { return false }
    }
    if let ifNoneMatch, let tag, Self.names(tag, in: ifNoneMatch, isStrong: false) { return false }
    return true
  }

  // Tags hold no commas of ours, and one of somebody else's does no harm when it is cut: it isn't ours.
  private static func names(_ tag: String, in list: String, isStrong: Bool) -> Bool {
    list.split(separator: ",").contains { part in
      let name = part.trimmingSpaces()
      return name == tag || name == "*" || !isStrong && name == "W/" + tag
    }
  }
}
