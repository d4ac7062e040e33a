/// The region whose form of days and times a person reads, where the language has several.
///
/// A server sets it for each request to that of the browser, whose own fields for days and times have the same form.
package enum Region: Hashable, Sendable {
  /// `14 November 2025`, `21:09`.
  case world
  /// In English `November 14, 2025`, `9:09 PM`.
  case unitedStates

  /// The region of the current task.
  @TaskLocal package static var current = Region.world

  /// The region of the language that a browser prefers to all others.
  /// - Parameter header: an `Accept-Language` header (RFC 9110, section 12.5.4).
  package init(acceptLanguage header: String) {
    let first = AcceptedLanguage.all(header).max { $0.weight < $1.weight }
    self = first?.tag.hasPrefix("en-us") == true ? .unitedStates : .world
  }
}

/// One of the languages of an `Accept-Language` header.
struct AcceptedLanguage {
  /// The tag in lower case: `en-us`.
  let tag: Substring
  /// From 0, which is refused, to 1.
  let weight: Double

  static func all(_ header: String) -> [AcceptedLanguage] {
    header.lowercased().split(separator: ",").prefix(32).compactMap { range in
      let parts = range.split(separator: ";").map { $0.trimmingSpaces() }
      guard let tag = parts.first else { return nil }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return AcceptedLanguage(tag: tag[...], weight: weight)
    }
  }
}
