import Foundation

/// A pattern is a valid regular expression and has a hint.
struct PatternCompiles: AttributeRule {
  let id = "pattern-compiles"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard let pattern = attribute.pattern else { return nil }
    // The pattern must also be valid alone: "a)|(b" is valid only within the parentheses that match the whole text.
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
