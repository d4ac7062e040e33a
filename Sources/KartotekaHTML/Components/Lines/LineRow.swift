import KartotekaModel
import KartotekaScreens

/// The stock of an item, in words.
package struct LineStock {
  package var facts: [String]
  /// The warning that it is less than a line asks for.
  package var warning: String?

  package init(facts: [String], warning: String? = nil) {
    (self.facts, self.warning) = (facts, warning)
  }

  /// Writes the words with space between them.
  package func write(to html: inout HTMLWriter) {
    html.element(.p, .class("hint")) { html in
      for fact in facts { html.element(.span, .class("num"), text: fact) }
      if let warning {
        html.element(.span, .classes("pill bad")) { html in
          html.symbol(.alert, .small)
          html.text(warning)
        }
      }
    }
  }
}

/// A line of a form: its item, a stepper for how many, a discount, what it costs, and a button that takes it out.
package struct LineRow {
  /// Its place, from 0 on.
  package var place: Int
  package var title: String
  /// The item's page; nil when it is gone.
  package var href: URLPath?
  /// "$21.00 · 10 boxes".
  package var facts = ""
  package var stock: LineStock?
  /// The texts of the fields.
  package var quantity: String
  /// Nil for lines without a discount.
  package var percent: String?
  package var percentLabel = ""
  /// The amount; nil for lines without prices.
  package var amount: String?
  /// The price of one in its smallest unit, for a script.
  package var price: Int64?
  package var errors: [String] = []
  /// Whether the errors belong to the quantity, and to the percentage.
  package var isQuantityWrong = false
  package var isPercentWrong = false
  package var notes: [String] = []
  /// The hidden fields of the line.
  package var hidden: [(name: String, value: String)] = []
  package var hasFocus = false
  /// Whether it can be looked at only.
  package var isClosed = false

  package init(place: Int, title: String, quantity: String) {
    self.place = place
    self.title = title
    self.quantity = quantity
  }

  private var errorID: String { "l-\(place)-e" }

  package func write(to html: inout HTMLWriter) {
    html.element(.li, .class("line"), price.map { .price($0) }) { html in
      html.element(.div, .class("what")) { html in
        if let href {
          html.element(.a, .classes("ink strong"), .href(href), text: title)
        } else {
          html.element(.span, .class("strong"), text: title)
        }
        if !facts.isEmpty { html.element(.p, .class("hint")) { $0.element(.span, .class("num"), text: facts) } }
        stock?.write(to: &html)
        for note in notes { html.element(.p, .classes("hint care"), text: note) }
      }
      if isClosed { writeClosed(to: &html) } else { writeControls(to: &html) }
      if let amount { html.element(.output, .class("sum"), text: amount) }
      if !isClosed {
        html.element(
          .button, .classes("ib out"), .name(FormIntent.removeLine(place).name),
          .value(FormIntent.removeLine(place).value),
          .label(html.say("Take {title} out", ["title": .text(title)]))
        ) { $0.symbol(.x, .small) }
      }
      html.element(.div, .class("why"), .id(errorID)) { html in
        for error in errors {
          html.element(.p, .class("err")) { html in
            html.symbol(.alert, .small)
            html.text(error)
          }
        }
      }
    }
  }

  private func writeClosed(to html: inout HTMLWriter) {
    let off = percent.flatMap { $0.isEmpty ? nil : html.say("{percent} % off", ["percent": .text($0)]) }
    html.element(.p, .classes("dim num"), text: "× " + quantity + (off.map { " · " + $0 } ?? ""))
  }

  private func writeControls(to html: inout HTMLWriter) {
    for (name, value) in hidden { html.hidden(name, value) }
    let faults: [HTMLAttribute?] = [.invalid, .describedBy(errorID)]
    let isPercentFirst = isPercentWrong && !isQuantityWrong
    let named: [String: Phrase.Argument] = ["title": .text(title)]
    let id = "l-\(place)"
    html.element(.div, .class("step")) { html in
      step(.decreaseLine(place), .minus, html.say("One less of {title}", named), to: &html)
      html.element(.label, .class("vh"), .for(id), text: html.say("Quantity of {title}", named))
      html.void(
        .input, .id(id), .name(FormName.line(.quantity, place)), .value(quantity), .inputMode("numeric"), .required,
        more: [hasFocus && !isPercentFirst ? .autofocus : nil] + (isQuantityWrong ? faults : []))
      step(.increaseLine(place), .plus, html.say("One more of {title}", named), to: &html)
    }
    if let percent {
      html.element(.div, .class("off")) { html in
        html.element(
          .label, .class("vh"), .for(id + "-p"), text: html.say("Discount on {title}, in percent", named))
        html.void(
          .input, .id(id + "-p"), .name(FormName.line(.percent, place)), .value(percent), .inputMode("decimal"),
          .placeholder("0"),
          more: [hasFocus && isPercentFirst ? .autofocus : nil] + (isPercentWrong ? faults : []))
        html.element(.span, .decorative, text: html.say("% off"))
      }
    }
  }

  private func step(_ step: FormIntent, _ symbol: Symbol, _ label: String, to html: inout HTMLWriter) {
    html.element(.button, .name(step.name), .value(step.value), .label(label)) { $0.symbol(symbol, .small) }
  }
}
