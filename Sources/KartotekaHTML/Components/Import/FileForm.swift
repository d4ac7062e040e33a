/// The interpretation of a file and its columns, to be corrected: of one that is loaded into an application, or of one that
/// an application is made for.
package struct FileForm: Component {
  /// A select with a label.
  package struct Choice {
    package var name: String
    package var label: String
    package var chosen: String
    package var options: [(value: String, title: String)]

    package init(_ name: String, _ label: String, chosen: String, _ options: [(value: String, title: String)]) {
      (self.name, self.label, self.chosen, self.options) = (name, label, chosen, options)
    }
  }

  /// A text with a label.
  package struct Text {
    package var name: String
    package var label: String
    package var value: String

    package init(_ name: String, _ label: String, _ value: String) {
      (self.name, self.label, self.value) = (name, label, value)
    }
  }

  /// A column of the file.
  package struct Column {
    package var number: Int
    package var heading: String
    /// The name that the column gets; nil where columns have none to be given.
    package var label: String?
    /// The values of the first rows.
    package var samples: [String]
    /// The meaning of the column, by the value of one of the meanings.
    package var meaning: String
    /// The ranges of the values, and the number of missing ones.
    package var facts: [String] = []
    /// The notes on how values are read, and on those that do not fit.
    package var notes: [String] = []
    /// The further choices for the column.
    package var choices: [Choice] = []

    package init(number: Int, heading: String, samples: [String], meaning: String) {
      (self.number, self.heading, self.samples, self.meaning) = (number, heading, samples, meaning)
    }
  }

  package var action: URLPath
  /// The name and state of the switch that says whether the file is loaded.
  package var load: (name: String, isOn: Bool)
  package var hidden: [(name: String, value: String)] = []
  package var texts: [Text] = []
  /// The choices for the whole file.
  package var choices: [Choice] = []
  /// The choices of how the file is read, which are rarely changed.
  package var reading: [Choice] = []
  /// The first rows as the records will be.
  package var firstRows: FirstRows?
  /// The names of the selects of columns, before the number: `column-`.
  package var meaningName: String
  /// The meanings that a column can have.
  package var meanings: [(value: String, title: String)] = []
  package var columns: [Column] = []
  /// The number of columns that are not shown.
  package var more = 0
  /// The name of the button that shows the first rows again; nil for none.
  package var look: String?
  /// The faults, by the name of the field; the one of an empty name belongs to the whole.
  package var faults: [String: String] = [:]

  package init(action: URLPath, load: (name: String, isOn: Bool), meaningName: String) {
    (self.action, self.load, self.meaningName) = (action, load, meaningName)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let fault = faults[""] { html.notice(fault) }
    if let firstRows {
      html.over(say("First rows"))
      html.element(.div, .class("group")) { $0.add(firstRows) }
    }
    html.element(.form, .id("file"), .post, .action(action), .autocomplete("off")) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for(load.name), text: say("Load this file"))
          html.void(
            .input, .class("switch"), .id(load.name), .type("checkbox"), .role("switch"), .name(load.name),
            .value("yes"), load.isOn ? .checked : nil)
        }
        for text in texts { write(text, to: &html) }
        for choice in choices { write(choice, to: &html) }
      }
      if !reading.isEmpty {
        html.element(.details, .classes("group fold")) { html in
          html.element(.summary, .class("row")) { html in
            html.element(.span, .classes("t grow"), text: say("How the file is read"))
            html.symbol(.go, .chevron)
          }
          for choice in reading { write(choice, to: &html) }
        }
      }
      if !columns.isEmpty {
        html.over(say("Columns"), count: say.language.grouped(columns.count + more))
        html.element(.ul, .class("group")) { html in
          for column in columns {
            html.element(.li, .classes("line", column.label == nil ? "" : " proposed")) { write(column, to: &$0) }
          }
        }
      }
      if more > 0 {
        html.element(.p, .class("under"), text: say("… and {count} more columns", ["count": .count(more)]))
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: say("Done"))
        if let look {
          html.element(.button, .class("btn"), .name(look), .value("yes"), text: say("Look at the first rows again"))
        }
      }
    }
  }

  private func write(_ text: Text, to html: inout HTMLWriter) {
    html.element(.div, .class("line")) { html in
      html.element(.label, .for(text.name), text: text.label)
      html.void(
        .input, .class("in"), .id(text.name), .name(text.name), .value(text.value),
        faults[text.name] == nil ? nil : .invalid)
    }
    if let fault = faults[text.name] { html.formFault(fault) }
  }

  private func write(_ choice: Choice, to html: inout HTMLWriter) {
    html.element(.div, .class("line")) { html in
      html.element(.label, .for(choice.name), text: choice.label)
      html.options(of: choice)
    }
  }

  private func write(_ column: Column, to html: inout HTMLWriter) {
    let (label, meaning) = ("label-\(column.number)", meaningName + String(column.number))
    let heading = column.heading.isEmpty ? "–" : column.heading
    html.element(.div) { html in
      if column.label == nil {
        html.element(.label, .class("strong"), .for(meaning), text: heading)
      } else {
        html.element(.p, .class("strong"), text: heading)
      }
      let samples = column.samples.joined(separator: " · ")
      if !samples.isEmpty { html.element(.p, .classes("foot clip"), text: samples) }
      let facts = column.facts.joined(separator: " · ")
      if !facts.isEmpty { html.element(.p, .classes("foot wrap"), text: facts) }
      for note in column.notes {
        html.element(.p, .classes("foot wrap", column.label == nil ? "" : " care"), text: note)
      }
      for fault in [faults[label], faults[meaning]].compactMap(\.self) { html.formFault(fault) }
    }
    if let text = column.label {
      html.void(
        .input, .class("in"), .id(label), .name(label), .value(text),
        .label(html.say("Name of {column}", ["column": .text(heading)])), faults[label] == nil ? nil : .invalid)
    }
    let kind = column.label.map { _ in html.say("Kind of {column}", ["column": .text(heading)]) }
    html.element(.select, .class("in"), .id(meaning), .name(meaning), kind.map { .label($0) }) { html in
      for each in meanings { html.option(each.value, each.title, isChosen: each.value == column.meaning) }
    }
    for choice in column.choices {
      if column.label == nil {
        write(choice, to: &html)
      } else {
        html.element(.label, .class("beside"), .for(choice.name)) { html in
          html.element(.span, .class("foot"), text: choice.label)
          html.options(of: choice)
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

  fileprivate mutating func options(of choice: FileForm.Choice) {
    element(.select, .class("in"), .id(choice.name), .name(choice.name)) { html in
      for option in choice.options { html.option(option.value, option.title, isChosen: option.value == choice.chosen) }
    }
  }
}
