import KartotekaModel

/// The number of records that equal another one in every field, and the button that merges all of them.
package struct EqualRecords: Component {
  /// The name under which the button is sent.
  package static let mergeName = "merge-equal"

  package var count: Int
  package var action: URLPath

  package init(count: Int, action: URLPath) { (self.count, self.action) = (count, action) }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("equal"), .post, .action(action), .classes("pad deeds")) { html in
      html.element(
        .p, text: html.say("{count} records are equal to another one in every field.", ["count": .count(count)]))
      html.element(
        .button, .class("btn"), .name(Self.mergeName), .value("1"), text: html.say("Merge all that are equal"))
    }
  }
}

/// Pairs of records that may be about the same thing, each with the reason, and the ways to decide.
package struct DuplicateRows: Component {
  /// One record of a pair.
  package struct Card {
    package var title: String
    package var detail: String?
    package var href: URLPath

    package init(title: String, detail: String?, href: URLPath) {
      (self.title, self.detail, self.href) = (title, detail, href)
    }
  }

  /// Two records.
  package struct Pair {
    package var first: Card
    package var second: Card
    /// "Phone: the same · The name differs by one letter".
    package var reason: String
    /// The address of the page that compares and merges both.
    package var merge: URLPath
    /// Their ids as the button sends them: `4-8`.
    package var key: String

    package init(first: Card, second: Card, reason: String, merge: URLPath, key: String) {
      (self.first, self.second, self.reason, self.merge, self.key) = (first, second, reason, merge, key)
    }
  }

  /// The name under which a button sends the pair that is different.
  package static let distinctName = "distinct"
  /// The name under which a button sends the pair that may be the same after all.
  package static let againName = "again"

  package var pairs: [Pair]
  package var action: URLPath
  /// Whether a person has said of the pairs that they are different.
  package var areDistinct: Bool

  package init(pairs: [Pair], action: URLPath, areDistinct: Bool) {
    (self.pairs, self.action, self.areDistinct) = (pairs, action, areDistinct)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("duplicates"), .post, .action(action)) { html in
      for pair in pairs { html.element(.section, .class("change")) { write(pair, to: &$0) } }
    }
  }

  private func write(_ pair: Pair, to html: inout HTMLWriter) {
    let titles = ["first": Phrase.Argument.text(pair.first.title), "second": .text(pair.second.title)]
    html.element(.h2, .class("over"), text: pair.reason)
    html.element(.ul, .class("group")) { html in
      for card in [pair.first, pair.second] {
        html.element(.li) { html in
          html.add(LinkRow(title: card.title, detail: card.detail, href: card.href))
        }
      }
      html.element(.li) { html in
        html.element(.div, .classes("row deeds")) { html in
          html.element(
            .a, .classes("btn small"), .href(pair.merge), .label(html.say("Compare {first} and {second}", titles)),
            text: html.say("Compare"))
          html.element(
            .button, .classes("btn small"), .name(areDistinct ? Self.againName : Self.distinctName), .value(pair.key),
            .label(
              html.say(
                areDistinct ? "May be the same: {first} and {second}" : "Different: {first} and {second}", titles)),
            text: html.say(areDistinct ? "May be the same" : "Different"))
        }
      }
    }
  }
}
