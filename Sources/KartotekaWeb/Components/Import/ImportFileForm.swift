/// What a file and its columns were taken for, to be corrected.
struct ImportFileForm: Component {
  /// A column of the file.
  struct Column {
    var number: Int
    var heading: String
    /// What it means, by the key of one of the targets.
    var target: String
    /// What stands in the first rows.
    var samples: [String]
    /// What has to be chosen for it besides.
    var choices: [Choice] = []
    /// What there is to know of it.
    var notes: [String] = []
  }

  /// One of several readings of what stands in a column.
  struct Choice {
    var name: String
    var label: String
    /// The value that was chosen; empty where none was.
    var chosen: String
    var options: [(value: String, title: String)]
  }

  var action: URLPath
  /// Why it can't be loaded as it is.
  var fault: String?
  /// What it can hold: the plural and what people call it.
  var entities: [(plural: String, title: String)]
  /// What it holds; empty where that isn't known.
  var entity: String
  var isLeftOut: Bool
  /// What a column can mean.
  var targets: [(key: String, label: String)] = []
  var columns: [Column] = []
  /// How many columns are not shown.
  var more = 0

  func write(to html: inout HTMLWriter) {
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
    for choice in column.choices {
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
}

extension HTMLWriter {
  /// Writes a choice of a select.
  mutating func option(_ value: String, _ title: String, isChosen: Bool) {
    element(.option, .value(value), isChosen ? .selected : nil, text: title)
  }
}
