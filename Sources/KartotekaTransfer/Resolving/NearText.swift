/// Texts that differ in one character: they have a variant in common.
enum NearText {
  private static let longest = 40

  /// The text, and what is left of it without each of its characters.
  static func variants(of text: String) -> Set<String> {
    let characters = Array(text)
    guard (3...longest).contains(characters.count) else { return [] }
    return Set(
      [text] + characters.indices.map { String(characters[..<$0] + characters[($0 + 1)...]) })
  }
}
