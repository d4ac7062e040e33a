import KartotekaModel

/// A step on the way to a record with lines: what a button of the form asks for beside saving.
enum LinesStep: Hashable {
  /// Shows the form as it is, with what a search finds.
  case look
  /// Adds a line of an item.
  case add(RecordID)
  /// Takes the line at a place out.
  case remove(Int)
  /// One more, or one less, of the line at a place.
  case more(Int)
  case less(Int)

  /// What a button sends; nil for saving.
  init?(_ deed: String?) {
    guard let deed else { return nil }
    let parts = deed.split(separator: ":", maxSplits: 1)
    let number = parts.count > 1 ? Int64(parts[1]) : nil
    switch (parts.first, number) {
    case ("edit", _), ("cancel", _): self = .look
    case ("add", let id?): self = .add(id)
    case ("remove", let place?): self = .remove(Int(place))
    case ("more", let place?): self = .more(Int(place))
    case ("less", let place?): self = .less(Int(place))
    default: return nil
    }
  }

  /// What the button sends.
  var deed: String {
    switch self {
    case .look: "edit"
    case .add(let id): "add:\(id)"
    case .remove(let place): "remove:\(place)"
    case .more(let place): "more:\(place)"
    case .less(let place): "less:\(place)"
    }
  }

  /// Takes it.
  func take(in draft: inout LinesDraft, _ items: LineItems, _ say: Localizer) async throws {
    switch self {
    case .look: break
    case .add(let id):
      // One that was deleted since it was found can't be added.
      if let item = try await items.records([id])[id] { draft.add(item, say) }
    case .remove(let place):
      if draft.lines.indices.contains(place) { draft.lines.remove(at: place) }
    case .more(let place), .less(let place):
      if draft.lines.indices.contains(place) {
        draft.lines[place].step(by: self == .more(place) ? 1 : -1, items.model, say)
      }
    }
  }
}
