import KartotekaModel

/// The letters that an order's texts begin with, and the first text of each.
///
/// While the first text of a letter stays, the letter does, whatever comes and goes behind it.
struct ReadInitials: Sendable {
  let entity: String
  /// The column's place among the keys.
  let position: Int
  let letters: Set<String>
  let firsts: Set<String>

  /// Whether a letter may have come or gone.
  func isTouched(by move: KeyMove) -> Bool {
    let (old, new) = (key(move.old), key(move.new))
    if old == new { return false }
    if let old, firsts.contains(old) { return true }
    return new.map { !$0.isEmpty && !letters.contains(Collation.root.initial(ofKey: $0)) } ?? false
  }

  private func key(_ keys: [Value]?) -> String? {
    guard let keys, case .text(let text) = keys[position] else { return nil }
    return text
  }
}
