/// Texts with an edit distance of one have a common variant.
enum NearText {
  private static let longest = 40

  /// The text, and the text without each of its characters.
  static func variants(of text: String) -> Set<String> {
    let characters = Array(text)
    guard (3...longest).contains(characters.count) else { return [] }
    return Set(
      [text] + characters.indices.map { String(characters[..<$0] + characters[($0 + 1)...]) })
  }
}
