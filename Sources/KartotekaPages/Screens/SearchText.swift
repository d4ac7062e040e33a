import KartotekaModel

extension EntityDescription {
  /// A search text with dates converted to their stored form: `4.07.1996`, in English `7/4/1996`, becomes `1996-07-04`.
  func searchText(_ text: String, _ say: Localizer) -> String {
    guard let date = searchedAttributes.first(where: { $0.kind == .date }) else { return text }
    let notation = ValueNotation(typedBy: say)
    let words = text.split(whereSeparator: \.isWhitespace).map { word -> String in
      guard word.contains(where: { "./".contains($0) }), word.contains(where: \.isNumber),
        case .text(let stored)? = try? DateKind().value(text: String(word), for: date, in: notation)
      else { return String(word) }
      return stored
    }
    return words.joined(separator: " ")
  }
}
