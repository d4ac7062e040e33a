import Foundation

/// A pattern is a regular expression, and comes with a sentence that says what to write instead.
struct PatternCompiles: AttributeRule {
  let id = "pattern-compiles"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard let pattern = attribute.pattern else { return nil }
    // By itself, too: "a)|(b" is one only between the brackets that the whole text is matched with.
    guard (try? NSRegularExpression(pattern: pattern)) != nil, Patterns.expression(pattern) != nil else {
      return Complaint(
        "“\(pattern)” is no regular expression.",
        hint: "Write it as ICU has it: brackets in pairs, \\\\d for a digit.")
    }
    return attribute.patternHint?.isEmpty ?? true
      ? Complaint(
        "Its pattern comes without a hint.", hint: "Say what to write instead: `.pattern(…, hint: …)`.") : nil
  }
}
