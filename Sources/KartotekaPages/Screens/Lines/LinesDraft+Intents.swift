import KartotekaHTML
import KartotekaModel

extension LinesDraft {
  /// Does what a button of the form asks for beside saving.
  mutating func take(_ intent: FormIntent, _ items: LineItems, _ say: Localizer) async throws {
    switch intent {
    case .addLine(let id):
      // One that was deleted since it was found can't be added.
      if let item = try await items.records([id])[id] { add(item, say) }
    case .removeLine(let place):
      if lines.indices.contains(place) { lines.remove(at: place) }
    case .increaseLine(let place), .decreaseLine(let place):
      if lines.indices.contains(place) {
        lines[place].step(by: intent == .increaseLine(place) ? 1 : -1, items.model, say)
      }
    default: break
    }
  }
}
