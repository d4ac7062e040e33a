/// An application that is proposed for files: what would be made, before anything is.
package struct ProposalForm: Component {
  /// A file or sheet with the kind of record that would be made of it.
  package struct Table {
    package var number: Int
    package var name: String
    /// The address at which its columns are corrected.
    package var href: URLPath
    package var isIncluded: Bool
    /// "Orders", "11 fields", "leads to Customers".
    package var details: [String]
    /// The open questions and notes.
    package var remarks: [String]
    /// The first rows as the records will be.
    package var firstRows: FirstRows?

    package init(
      number: Int, name: String, href: URLPath, isIncluded: Bool, details: [String], remarks: [String] = []
    ) {
      (self.number, self.name, self.href, self.isIncluded) = (number, name, href, isIncluded)
      (self.details, self.remarks) = (details, remarks)
    }
  }

  package var action: URLPath
  /// The notice on the last step.
  package var notice: String?
  /// The name of the application, and what is wrong with it.
  package var title: String
  package var titleFault: String?
  /// The state of the proposal that the form shows.
  package var version: Int
  package var tables: [Table]
  /// The words on the button.
  package var verb: String

  package init(
    action: URLPath, notice: String? = nil, title: String, titleFault: String? = nil, version: Int, tables: [Table],
    verb: String
  ) {
    (self.action, self.notice, self.title, self.titleFault) = (action, notice, title, titleFault)
    (self.version, self.tables, self.verb) = (version, tables, verb)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let notice { html.notice(notice) }
    html.element(.form, .id("proposal"), .post, .action(action), .autocomplete("off")) { html in
      html.hidden("version", String(version))
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("title"), text: say("Name of the application"))
          html.void(
            .input, .class("in"), .id("title"), .name("title"), .value(title), titleFault == nil ? nil : .invalid)
        }
        if let titleFault { html.formFault(titleFault) }
      }
      html.over(say("Kinds of records"), count: say.language.grouped(tables.count))
      html.element(.ul, .classes("group files")) { html in
        for table in tables { html.element(.li) { write(table, to: &$0) } }
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: verb)
        html.element(
          .button, .class("btn"), .name(FormIntent.discard.name), .value(FormIntent.discard.value),
          text: say("Discard"))
      }
    }
  }

  private func write(_ table: Table, to html: inout HTMLWriter) {
    html.element(.label, .class("pickbox")) { html in
      html.void(
        .input, .class("vh2"), .type("checkbox"), .name("table-\(table.number)"), table.isIncluded ? .checked : nil)
      html.element(.span, .class("tick")) { _ in }
      html.element(.span, .class("vh"), text: html.say("Load {file}", ["file": .text(table.name)]))
    }
    html.element(.a, .class("row"), .href(table.href)) { html in
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap"), text: table.name)
        html.element(.span, .classes("d wrap num"), text: table.details.joined(separator: " · "))
        for remark in table.remarks { html.element(.span, .classes("d wrap care"), text: remark) }
      }
      html.symbol(.go, .chevron)
    }
    if let firstRows = table.firstRows { html.add(firstRows) }
  }
}

/// The kind of record that would be made of a file, with each of its columns.
package struct ProposedTableForm: Component {
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
    package var label: String
    package var samples: [String]
    package var meaning: String
    /// The notes on values that do not fit.
    package var notes: [String]
    /// What else there is to know of its values: between which they lie, how many are missing.
    package var facts: [String] = []
    /// What can be chosen besides the kind.
    package var choice: Choice?

    package init(
      number: Int, heading: String, label: String, samples: [String], meaning: String, notes: [String] = []
    ) {
      (self.number, self.heading, self.label) = (number, heading, label)
      (self.samples, self.meaning, self.notes) = (samples, meaning, notes)
    }
  }

  package var action: URLPath
  package var version: Int
  package var isIncluded: Bool
  package var texts: [Text]
  package var choices: [Choice]
  /// How the file is read, which is rarely changed.
  package var reading: [Choice] = []
  /// The first rows as the records will be.
  package var firstRows: FirstRows?
  /// The kinds that a column can have.
  package var meanings: [(value: String, title: String)]
  package var columns: [Column]
  /// The number of columns that are not shown.
  package var more: Int
  /// The faults, by the name of the field; the one of an empty name belongs to the whole.
  package var faults: [String: String]

  package init(
    action: URLPath, version: Int, isIncluded: Bool, texts: [Text], choices: [Choice],
    meanings: [(value: String, title: String)], columns: [Column], more: Int = 0, faults: [String: String] = [:]
  ) {
    (self.action, self.version, self.isIncluded, self.texts) = (action, version, isIncluded, texts)
    (self.choices, self.meanings, self.columns) = (choices, meanings, columns)
    (self.more, self.faults) = (more, faults)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let fault = faults[""] { html.notice(fault) }
    if let firstRows {
      html.over(say("First rows"))
      html.element(.div, .class("group")) { $0.add(firstRows) }
    }
    html.element(.form, .id("proposed"), .post, .action(action), .autocomplete("off")) { html in
      html.hidden("version", String(version))
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("include"), text: say("Load this file"))
          html.void(
            .input, .class("switch"), .id("include"), .type("checkbox"), .role("switch"), .name("include"),
            .value("yes"), isIncluded ? .checked : nil)
        }
        for text in texts {
          html.element(.div, .class("line")) { html in
            html.element(.label, .for(text.name), text: text.label)
            write(text, to: &html)
          }
          if let fault = faults[text.name] { html.formFault(fault) }
        }
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
      html.over(say("Columns"), count: say.language.grouped(columns.count + more))
      html.element(.ul, .class("group")) { html in
        for column in columns { html.element(.li, .classes("line proposed")) { write(column, to: &$0) } }
      }
      if more > 0 {
        html.element(.p, .class("under"), text: say("… and {count} more columns", ["count": .count(more)]))
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: say("Done"))
        html.element(
          .button, .class("btn"), .name("look"), .value("yes"), text: say("Look at the first rows again"))
      }
    }
  }

  private func write(_ choice: Choice, to html: inout HTMLWriter) {
    html.element(.div, .class("line")) { html in
      html.element(.label, .for(choice.name), text: choice.label)
      html.element(.select, .class("in"), .id(choice.name), .name(choice.name)) { html in
        for option in choice.options {
          html.option(option.value, option.title, isChosen: option.value == choice.chosen)
        }
      }
    }
  }

  private func write(_ text: Text, to html: inout HTMLWriter) {
    html.void(
      .input, .class("in"), .id(text.name), .name(text.name), .value(text.value),
      faults[text.name] == nil ? nil : .invalid)
  }

  private func write(_ column: Column, to html: inout HTMLWriter) {
    let (label, kind) = ("label-\(column.number)", "kind-\(column.number)")
    let heading = column.heading.isEmpty ? "–" : column.heading
    html.element(.div) { html in
      html.element(.p, .class("strong"), text: heading)
      let samples = column.samples.joined(separator: " · ")
      if !samples.isEmpty { html.element(.p, .classes("foot clip"), text: samples) }
      let facts = column.facts.joined(separator: " · ")
      if !facts.isEmpty { html.element(.p, .classes("foot wrap"), text: facts) }
      for note in column.notes { html.element(.p, .classes("foot wrap care"), text: note) }
      for fault in [faults[label], faults[kind]].compactMap(\.self) { html.formFault(fault) }
    }
    html.void(
      .input, .class("in"), .id(label), .name(label), .value(column.label),
      .label(html.say("Name of {column}", ["column": .text(heading)])), faults[label] == nil ? nil : .invalid)
    html.element(
      .select, .class("in"), .id(kind), .name(kind),
      .label(html.say("Kind of {column}", ["column": .text(heading)]))
    ) { html in
      for meaning in meanings { html.option(meaning.value, meaning.title, isChosen: meaning.value == column.meaning) }
    }
    if let choice = column.choice {
      html.element(.label, .classes("beside"), .for(choice.name)) { html in
        html.element(.span, .class("foot"), text: choice.label)
        html.element(.select, .class("in"), .id(choice.name), .name(choice.name)) { html in
          for option in choice.options {
            html.option(option.value, option.title, isChosen: option.value == choice.chosen)
          }
        }
      }
    }
  }
}
