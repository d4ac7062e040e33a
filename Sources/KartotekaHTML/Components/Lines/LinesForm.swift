import KartotekaModel
import KartotekaScreens

/// A sum with what it is called.
package struct SumRow {
  /// An identity for a script.
  package var id: String?
  package var label: String
  package var amount: String
  /// Whether it is something to be glad of.
  package var isGood = false
  /// Whether it is what all others come to.
  package var isTotal = false

  package init(id: String? = nil, label: String, amount: String, isGood: Bool = false, isTotal: Bool = false) {
    self.id = id
    self.label = label
    self.amount = amount
    self.isGood = isGood
    self.isTotal = isTotal
  }
}

/// The form of a record with its lines: a card with its fields, a search that adds lines, the lines, their sums, and
/// what sticks to the foot of the screen: the total and the one button that saves all of it.
package struct LinesForm: Component {
  /// Fields under a heading that opens and closes.
  package struct Fold {
    package var title: String
    /// The summary of the closed part.
    package var detail: String
    package var isOpen: Bool
    package var fields: [FormField]

    package init(title: String, detail: String, isOpen: Bool, fields: [FormField]) {
      (self.title, self.detail, self.isOpen, self.fields) = (title, detail, isOpen, fields)
    }
  }

  package var title: String
  /// The text of the card's tab.
  package var cut: String
  package var symbol: Symbol
  /// The address of Cancel, which discards the input.
  package var back: (title: String, href: URLPath)
  package var action: URLPath
  /// The verb on the button that saves.
  package var verb: String
  package var isNew = true
  /// Whether something was typed on the way here.
  package var isTyped = false
  /// The address that checks the form by rules before it is saved; nil without rules.
  package var check: URLPath?
  /// The address that computes conditions and values of fields while they are filled in; nil without formulas.
  package var follow: URLPath?
  package var hidden: [(name: String, value: String)] = []
  package var fault: String?
  package var fields: [FormField] = []
  package var folds: [Fold] = []
  package var lines: [LineRow] = []
  /// "4 products".
  package var count = ""
  /// The choice of items that adds lines; nil if no lines can be added.
  package var choice: ItemChoice?
  /// Why they do.
  package var closed: String?
  package var linesFault: String?
  package var totals: [SumRow] = []
  /// Fields for what comes on top of the lines.
  package var extras: [FormField] = []
  /// The name of the field with the tax rate; nil for none.
  package var taxField: String?
  /// The total; nil for lines that cost nothing.
  package var total: String?
  /// "One line lacks 2".
  package var shortage: String?
  /// Examples of amounts for a script: a large one, one of four digits, and the number of decimal places.
  package var money: (large: String, few: String, scale: Int)?

  package init(
    title: String, cut: String, symbol: Symbol, back: (title: String, href: URLPath), action: URLPath, verb: String,
    isNew: Bool = true, isTyped: Bool = false, hidden: [(name: String, value: String)] = [], fault: String? = nil,
    fields: [FormField] = [], folds: [Fold] = [], lines: [LineRow] = [], count: String = "", choice: ItemChoice? = nil,
    closed: String? = nil, linesFault: String? = nil, totals: [SumRow] = [], extras: [FormField] = [],
    taxField: String? = nil, total: String? = nil, shortage: String? = nil,
    money: (large: String, few: String, scale: Int)? = nil
  ) {
    self.title = title
    self.cut = cut
    self.symbol = symbol
    self.back = back
    self.action = action
    self.verb = verb
    self.isNew = isNew
    self.isTyped = isTyped
    self.hidden = hidden
    self.fault = fault
    self.fields = fields
    self.folds = folds
    self.lines = lines
    self.count = count
    self.choice = choice
    self.closed = closed
    self.linesFault = linesFault
    self.totals = totals
    self.extras = extras
    self.taxField = taxField
    self.total = total
    self.shortage = shortage
    self.money = money
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col form"), .labelledBy("lt")) { html in
      html.element(
        .form, .id("lines-form"), .classes("wide narrow"), .post, .action(action), .edits(isNew ? "new" : "stored"),
        more: [
          .withoutValidation, .autocomplete("off"), .restorable(html.say("Restored what you had typed.")),
          money.map { .moneyLarge($0.large) },
          money.map { .moneyFew($0.few) },
          money.map { .scale($0.scale) }, taxField.map { .taxField($0) },
          isNew
            ? nil
            : .overtaken(
              html.say(
                "Changed by somebody else: {fields}. Save asks which one stays.", ["fields": .text("{fields}")])),
          check.map { .checks($0) }, follow.map { .follows($0) },
        ]
      ) { html in
        // Return in a field presses the first button, which shows the totals and saves nothing.
        html.element(
          .button, .class("vh"), .name(FormIntent.edit.name), .value(FormIntent.edit.value), .tabIndex(-1), .decorative
        ) { _ in }
        for (name, value) in hidden { html.hidden(name, value) }
        if isTyped {
          // Differs from what is stored: leaving asks first, and saving is possible.
          html.void(.input, .type("hidden"), .name(FormName.isTyped), .value("yes"), .stored(""))
        }
        writeBar(to: &html)
        writeCard(to: &html)
        for fold in folds { write(fold, to: &html) }
        writeLines(to: &html)
        writeSums(to: &html)
        writeFoot(to: &html)
      }
    }
  }

  private func writeBar(to html: inout HTMLWriter) {
    html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { html in
      html.element(.a, .class("act"), .href(back.href), text: html.say("Discard"))
    }
  }

  private func writeCard(to html: inout HTMLWriter) {
    html.element(.div, .class("head")) { html in
      html.element(.span, .class("cut")) { html in
        html.symbol(symbol, .small)
        html.text(cut)
      }
      html.element(.div) { $0.element(.h1, .id("lt"), text: title) }
    }
    html.formFields(fields, fault: fault)
  }

  private func write(_ fold: Fold, to html: inout HTMLWriter) {
    html.element(.details, .classes("group fold"), fold.isOpen ? .open : nil) { html in
      html.element(.summary, .class("row")) { html in
        html.element(.span, .class("t"), text: fold.title)
        html.element(.span, .class("v"), text: fold.detail)
        html.symbol(.go, .chevron)
      }
      for field in fold.fields { html.formField(field) }
    }
  }

  private func writeLines(to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), .id("lines-t")) { html in
      html.text(html.say("Lines"))
      if !lines.isEmpty { html.element(.span, .class("num"), text: count) }
    }
    if let closed { html.element(.p, .classes("under dim"), text: closed) }
    if let choice { html.add(choice) }
    html.element(.div, .id("lines")) { html in
      if let linesFault { html.formFault(linesFault) }
      if !lines.isEmpty {
        html.element(.ul, .class("group")) { html in
          for line in lines { line.write(to: &html) }
        }
      }
    }
  }

  private func writeSums(to html: inout HTMLWriter) {
    html.element(.div, .classes("group sums")) { html in
      html.sums(totals)
      for field in extras { html.formField(field) }
    }
  }

  private func writeFoot(to html: inout HTMLWriter) {
    html.element(.div, .class("total")) { html in
      if let total {
        html.element(.div) { html in
          html.element(.p, .class("foot"), text: html.say("Total"))
          html.element(.output, .class("big"), .id("sum-due"), text: total)
        }
      }
      html.element(.p, .classes("foot care"), .id("shortage"), .role("status"), text: shortage ?? "")
      html.element(.button, .classes("btn main"), text: verb)
    }
  }
}

extension HTMLWriter {
  /// Sums, one below the other.
  mutating func sums(_ rows: [SumRow]) {
    guard !rows.isEmpty else { return }
    element(.dl) { html in
      for row in rows {
        html.element(.dt, row.isTotal ? .class("strong") : .class("dim"), text: row.label)
        html.element(
          .dd, row.id.map { .id($0) }, row.isTotal ? .class("strong") : row.isGood ? .class("good") : nil,
          text: row.amount)
      }
    }
  }
}
