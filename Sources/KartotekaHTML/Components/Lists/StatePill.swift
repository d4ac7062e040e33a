import KartotekaModel

/// The state of a record as a word of its own: "Late".
package struct StatePill: Component {
  package var text: String
  package var tone = StateDescription.Tone.plain

  /// The state that is worked out of a record; nil for none.
  package init?(_ computed: ComputedValues?, _ say: Localizer) {
    guard let state = computed?.state else { return nil }
    text = say(state.label)
    tone = state.tone
  }

  /// A state.
  package init(_ state: StateDescription, _ say: Localizer) { (text, tone) = (say(state.label), state.tone) }

  package func write(to html: inout HTMLWriter) {
    html.element(.span, .classes("pill", style), text: text)
  }

  private var style: StaticString {
    switch tone {
    case .plain: ""
    case .good: " on"
    case .care: " care"
    case .bad: " bad"
    case .void: " void"
    }
  }
}
