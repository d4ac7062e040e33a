import KartotekaModel
import KartotekaScreens

/// A record with its lines to look at: what it says of itself, its lines, their sums.
package struct RecordDocument: Component {
  /// Something the record says of itself.
  package struct Fact {
    package var label: String
    package var text: String
    /// The related record's page.
    package var href: URLPath?

    package init(label: String, text: String, href: URLPath? = nil) {
      (self.label, self.text, self.href) = (label, text, href)
    }
  }

  /// Facts under a heading that opens and closes.
  package struct Fold {
    package var title: String
    package var detail: String
    package var facts: [Fact]

    package init(title: String, detail: String, facts: [Fact]) {
      (self.title, self.detail, self.facts) = (title, detail, facts)
    }
  }

  /// A line.
  package struct Line {
    package var title: String
    package var href: URLPath?
    /// "12 × $21.00 · 5 % off".
    package var facts: String
    package var stock: LineStock?
    package var note: String?
    package var amount: String?

    package init(
      title: String, href: URLPath? = nil, facts: String, stock: LineStock? = nil, note: String? = nil,
      amount: String? = nil
    ) {
      self.title = title
      self.href = href
      self.facts = facts
      self.stock = stock
      self.note = note
      self.amount = amount
    }
  }

  package var facts: [Fact]
  package var folds: [Fold] = []
  package var lines: [Line] = []
  /// "4 products".
  package var count = ""
  package var sums: [SumRow] = []
  package var total: String?
  /// Why the lines stay as they are.
  package var note: String?

  package init(
    facts: [Fact], folds: [Fold] = [], lines: [Line] = [], count: String = "", sums: [SumRow] = [],
    total: String? = nil, note: String? = nil
  ) {
    self.facts = facts
    self.folds = folds
    self.lines = lines
    self.count = count
    self.sums = sums
    self.total = total
    self.note = note
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("group")) { html in
      for fact in facts { write(fact, to: &html) }
    }
    for fold in folds {
      html.element(.details, .classes("group fold")) { html in
        html.element(.summary, .class("row")) { html in
          html.element(.span, .class("t"), text: fold.title)
          html.element(.span, .class("v"), text: fold.detail)
          html.symbol(.go, .chevron)
        }
        for fact in fold.facts { write(fact, to: &html) }
      }
    }
    html.element(.h2, .class("over"), .id("lines-t")) { html in
      html.text(html.say("Lines"))
      html.element(.span, .class("num"), text: count)
    }
    if !lines.isEmpty {
      html.element(.ul, .class("group")) { html in
        for line in lines { write(line, to: &html) }
      }
    }
    if let note { html.element(.p, .class("under"), text: note) }
    if let total {
      let all = sums + [SumRow(id: "sum-due", label: html.say("Total"), amount: total, isTotal: true)]
      html.element(.div, .classes("group sums")) { $0.sums(all) }
    }
  }

  private func write(_ fact: Fact, to html: inout HTMLWriter) {
    html.element(.div, .class("field")) { html in
      html.element(.span, .class("l"), text: fact.label)
      if let href = fact.href {
        html.element(.a, .class("to"), .href(href)) { html in
          html.text(fact.text)
          html.symbol(.go, .chevron)
        }
      } else {
        html.element(.span, .class("num"), text: fact.text.isEmpty ? "–" : fact.text)
      }
    }
  }

  private func write(_ line: Line, to html: inout HTMLWriter) {
    html.element(.li, .class("line")) { html in
      html.element(.div, .class("what")) { html in
        if let href = line.href {
          html.element(.a, .class("strong"), .href(href), text: line.title)
        } else {
          html.element(.span, .class("strong"), text: line.title)
        }
        html.element(.p, .class("hint")) { $0.element(.span, .class("num"), text: line.facts) }
        line.stock?.write(to: &html)
        if let note = line.note { html.element(.p, .classes("hint care"), text: note) }
      }
      if let amount = line.amount { html.element(.span, .classes("sum num"), text: amount) }
    }
  }
}
