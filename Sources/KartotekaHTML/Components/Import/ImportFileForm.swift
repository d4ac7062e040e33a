/// The interpretation of a file and its columns, to be corrected.
package struct ImportFileForm: Component {
  /// A column of the file.
  package struct Column {
    package var number: Int
    package var heading: String
    /// The meaning of the column, by the key of one of the targets.
    package var target: String
    /// The values of the first rows.
    package var samples: [String]
    /// The further choices for the column.
    package var choices: [Choice] = []
    /// The notes on the column.
    package var notes: [String] = []

    package init(
      number: Int, heading: String, target: String, samples: [String], choices: [Choice] = [], notes: [String] = []
    ) {
      self.number = number
      self.heading = heading
      self.target = target
      self.samples = samples
      self.choices = choices
      self.notes = notes
    }
  }

  /// One of several readings of what stands in a column.
  package struct Choice {
    package var name: String
    package var label: String
    /// The value that was chosen; empty where none was.
    package var chosen: String
    package var options: [(value: String, title: String)]

    package init(name: String, label: String, chosen: String, options: [(value: String, title: String)]) {
      (self.name, self.label, self.chosen, self.options) = (name, label, chosen, options)
    }
  }

  package var action: URLPath
  /// Why it can't be loaded as it is.
  package var fault: String?
  /// The entities that the file can contain: the plural and the title.
  package var entities: [(plural: String, title: String)]
  /// The entity that the file contains; empty if it is unknown.
  package var entity: String
  package var isLeftOut: Bool
  /// The meanings that a column can have.
  package var targets: [(key: String, label: String)] = []
  package var columns: [Column] = []
  /// The choices for the whole file.
  package var choices: [Choice] = []
  /// The number of columns that are not shown.
  package var more = 0

  package init(
    action: URLPath, fault: String? = nil, entities: [(plural: String, title: String)], entity: String, isLeftOut: Bool,
    targets: [(key: String, label: String)] = [], columns: [Column] = [], more: Int = 0
  ) {
    self.action = action
    self.fault = fault
    self.entities = entities
    self.entity = entity
    self.isLeftOut = isLeftOut
    self.targets = targets
    self.columns = columns
    self.more = more
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let fault { html.notice(fault) }
    html.element(.form, .post, .action(action), .autocomplete("off")) { html in
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("entity"), text: say("What it holds"))
          html.element(.select, .class("in"), .id("entity"), .name("entity")) { html in
            if entity.isEmpty { html.option("", say("Choose"), isChosen: true) }
            for choice in entities { html.option(choice.plural, choice.title, isChosen: choice.plural == entity) }
          }
        }
        for choice in choices { write(choice, to: &html) }
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("load"), text: say("Load this file"))
          html.void(
            .input, .class("switch"), .id("load"), .type("checkbox"), .role("switch"), .name("load"), .value("yes"),
            isLeftOut ? nil : .checked)
        }
      }
      if !columns.isEmpty {
        html.over(say("Columns"), count: say.language.grouped(columns.count + more))
        html.element(.ul, .class("group")) { html in
          for column in columns { html.element(.li, .class("line")) { write(column, to: &$0) } }
        }
      }
      if more > 0 {
        html.element(.p, .class("under"), text: say("… and {count} more columns", ["count": .count(more)]))
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: say("Done"))
      }
    }
  }

  private func write(_ column: Column, to html: inout HTMLWriter) {
    let id = "column-\(column.number)"
    html.element(.div) { html in
      html.element(.label, .class("strong"), .for(id), text: column.heading.isEmpty ? "–" : column.heading)
      let samples = column.samples.joined(separator: " · ")
      if !samples.isEmpty { html.element(.p, .classes("foot clip"), text: samples) }
      for note in column.notes { html.element(.p, .classes("foot wrap"), text: note) }
    }
    html.element(.select, .class("in"), .id(id), .name(id)) { html in
      for target in targets { html.option(target.key, target.label, isChosen: target.key == column.target) }
    }
    for choice in column.choices { write(choice, to: &html) }
  }

  private func write(_ choice: Choice, to html: inout HTMLWriter) {
    html.element(.div, .class("line")) { html in
      html.element(.label, .for(choice.name), text: choice.label)
      html.element(.select, .class("in"), .id(choice.name), .name(choice.name)) { html in
        html.option("", html.say("Choose"), isChosen: choice.chosen.isEmpty)
        for option in choice.options {
          html.option(option.value, option.title, isChosen: option.value == choice.chosen)
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes a choice of a select.
  mutating func option(_ value: String, _ title: String, isChosen: Bool) {
    element(.option, .value(value), isChosen ? .selected : nil, text: title)
  }
}
