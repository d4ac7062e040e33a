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

  /// The most signs of a pattern whose repetitions are tried out, and how often a text repeats each.
  private static let tried = (signs: 40, repetitions: 40)

  /// Whether some text takes too long to compare. Repetitions within repetitions, like `(a+)+`, are slowest with a text that
  /// repeats one of the pattern's signs and ends with a sign that does not match.
  static func isSlow(_ pattern: String) -> Bool {
    let own = Set(pattern.unicodeScalars.filter { !$0.properties.isWhitespace }).sorted().prefix(tried.signs)
    return (["a", "A", "0", " "] + own.map(Character.init)).contains { sign in
      match(String(repeating: sign, count: tried.repetitions) + "\u{1}", pattern) == .unknown
    }
  }
}

extension AttributeDescription {
  /// Why ``pattern`` can't be a field's: it is no regular expression, or some texts take too long to compare; nil for a good one.
  package var patternFault: Phrase? {
    guard let pattern else { return nil }
    // The pattern must also be valid alone: "a)|(b" is valid only within the parentheses that match the whole text.
    guard (try? NSRegularExpression(pattern: pattern)) != nil, Patterns.expression(pattern) != nil else {
      return "This is no regular expression"
    }
    return Patterns.isSlow(pattern)
      ? "Some texts take too long to compare with this. Avoid repetitions like (a+)+" : nil
  }
}
