import Foundation
import Synchronization

/// The compiled regular expressions of attributes.
enum Patterns {
  /// The result of comparing a text with a pattern.
  enum Match {
    case yes, no
    /// The comparison was ended before it had a result.
    case unknown
  }

  // Some patterns need time exponential in the length of the text. ICU reports after each 10,000 steps, about 0.2 ms; a usual
  // pattern needs fewer in all. Steps do not depend on what else the machine does.
  private static let most = (reports: 50, charactersPerReport: 500)

  private static let compiled = Mutex<[String: NSRegularExpression]>([:])

  /// Compares the whole text. An invalid pattern matches everything; the description's check reports it before the start.
  static func match(_ text: String, _ pattern: String) -> Match {
    guard let expression = expression(pattern) else { return .yes }
    let limit = most.reports + text.utf8.count / most.charactersPerReport
    var (reports, result) = (0, Match.no)
    let range = NSRange(text.startIndex..., in: text)
    expression.enumerateMatches(in: text, options: .reportProgress, range: range) { match, _, stop in
      if match != nil {
        result = .yes
        stop.pointee = true
        return
      }
      reports += 1
      guard reports > limit else { return }
      result = .unknown
      stop.pointee = true
    }
    return result
  }

  static func expression(_ pattern: String) -> NSRegularExpression? {
    compiled.withLock { compiled in
      if let known = compiled[pattern] { return known }
      // Not ^ and $: the latter also matches before a final line end.
      let fresh = try? NSRegularExpression(pattern: "\\A(?:" + pattern + ")\\z")
      compiled[pattern] = fresh
      return fresh
    }
  }
}
