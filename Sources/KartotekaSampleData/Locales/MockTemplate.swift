/// A text with placeholders: `{street} {number}, {code} {city}`.
struct MockTemplate: Sendable {
  /// The placeholders.
  enum Slot: String {
    /// Parts of an address.
    case street, number, code, city, region
    /// A house number; one of American length; a flat; a floor; a part of a Japanese number; a lower-case or capital letter.
    case n, k, f, s, d, a, u
    /// Parts of a company's name.
    case last, other, trade
  }

  private enum Piece: Sendable {
    case text(String)
    case slot(Slot)
  }

  private let pieces: [Piece]

  init(_ template: String) {
    var pieces: [Piece] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}"),
      let slot = Slot(rawValue: String(rest[rest.index(after: open)..<close]))
    {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.slot(slot))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  /// Fills the placeholders with the results of a closure.
  func fill(_ value: (Slot) -> String) -> String {
    var text = ""
    text.reserveCapacity(64)
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .slot(let slot): text += value(slot)
      }
    }
    return text
  }
}
