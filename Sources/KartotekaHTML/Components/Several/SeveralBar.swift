import KartotekaModel

/// The buttons for what is done with ticked records, below a list or on a page of boxes. A script shows their number beside them.
package struct SeveralBar: Component {
  /// The buttons: the step that each sends, and its title.
  package var steps: [(step: FormName.SeveralStep, title: String)]
  /// "All: 412 people", which means also those that are not shown, and their number; nil if only single ones can be meant.
  package var all: (title: String, total: Int)?

  package init(steps: [(step: FormName.SeveralStep, title: String)], all: (title: String, total: Int)?) {
    (self.steps, self.all) = (steps, all)
  }

  package func write(to html: inout HTMLWriter) {
    let label = html.say("With the ticked cards")
    html.element(.div, .class("work"), .role("group"), .label(label)) { html in
      html.element(.div, .class("counts"), .isHidden) { html in
        html.element(
          .output, .id("ticked"), .counting(html.say("Ticked: {number}")), .others(html.say("Not in view: {number}"))
        ) { _ in }
        if let all {
          html.element(
            .button, .class("act"), .type("button"), .part("all"), .value(String(all.total)), .isPressed(false),
            text: all.title)
        }
        html.element(.button, .class("act"), .type("button"), .part("end"), text: html.say("Done"))
      }
      html.element(.div, .class("deeds")) { html in
        for (step, title) in steps {
          html.element(
            .button, .classes("btn small", step == .delete ? " bad" : ""), .name(FormName.severalStep),
            .value(step.rawValue), text: title)
        }
      }
    }
  }
}
