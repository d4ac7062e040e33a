/// The interpretation of files before anything is written, and the options of the import.
package struct ImportPreview: Component {
  /// The changes that a file would make in existing records.
  package struct Changes {
    /// "Changes by orders.csv", and the number of records.
    package var title: String
    package var count: String
    /// "Name 568", "City 12".
    package var fields: [String]
    /// The first records with their values before and after.
    package var groups: [ChangeGroup]
    /// "… and 558 more records".
    package var more: String?
    /// Why a person has to look at it.
    package var warning: String?

    package init(title: String, count: String, fields: [String], groups: [ChangeGroup]) {
      (self.title, self.count, self.fields, self.groups) = (title, count, fields, groups)
    }
  }

  /// The address of the form.
  package var action: URLPath
  /// The notice on the last step.
  package var notice: String?
  package var files: [UploadedFileRow]
  /// Whether the application has relationships, which a row may leave open.
  package var hasReferences: Bool
  package var leavesEmpty: Bool
  package var isAllOrNothing: Bool
  /// The words on the button: "Load 11 files"; nil where none can be loaded.
  package var verb: String?
  /// The progress of counting the effects of the files; nil when it is done.
  package var counting: String?
  /// The changes by file, and whether they are counted.
  package var changes: [Changes] = []
  package var isCounted = false
  /// The fields that were changed here and in a file since it was exported, by file.
  package var conflicts: [Changes] = []
  /// The choice for conflicts: `ask`, `here` or `file`; nil for nothing yet.
  package var changedBoth: String?
  /// The words on the button that has an import go on which gave up: "Load it anyway"; nil where it didn't.
  package var insist: String?

  package init(
    action: URLPath, notice: String? = nil, files: [UploadedFileRow], hasReferences: Bool, leavesEmpty: Bool,
    isAllOrNothing: Bool,
    verb: String? = nil, insist: String? = nil
  ) {
    self.action = action
    self.notice = notice
    self.files = files
    self.hasReferences = hasReferences
    self.leavesEmpty = leavesEmpty
    self.isAllOrNothing = isAllOrNothing
    self.verb = verb
    self.insist = insist
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let notice { html.notice(notice) }
    html.element(.form, .id("plan"), .post, .action(action), .autocomplete("off")) { html in
      html.files(files, title: say("Files"))
      if let counting {
        html.element(.p, .classes("under2 num"), .part("counting"), .role("status"), text: counting)
      }
      html.element(.div, .part("changes")) { html in
        if isCounted { html.hidden("changes", "seen") }
        for changes in changes { write(changes, to: &html) }
        for conflicts in conflicts { write(conflicts, to: &html) }
        if !conflicts.isEmpty || changedBoth != nil { writeChangedBoth(to: &html) }
      }
      if hasReferences { writeUnresolved(to: &html) }
      html.over(say("Rows that can't be loaded"))
      html.element(.fieldset, .classes("group ticks")) { html in
        html.element(.legend, .class("vh"), text: say("Rows that can't be loaded"))
        html.choice(
          "scope", "good", title: say("Load all that is good"), detail: say("The others can be corrected here."),
          isChosen: !isAllOrNothing)
        html.choice(
          "scope", "all", title: say("All or nothing"), detail: say("One bad row, and nothing is loaded."),
          isChosen: isAllOrNothing)
      }
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), verb == nil ? .disabled : nil, text: verb ?? say("Load files"))
        if let insist {
          html.element(
            .button, .class("btn"), .name(FormIntent.insist.name), .value(FormIntent.insist.value), text: insist)
        }
        html.discardButton()
      }
    }
  }

  private func write(_ changes: Changes, to html: inout HTMLWriter) {
    html.over(changes.title, count: changes.count)
    html.element(.p, .classes("under num"), text: changes.fields.joined(separator: " · "))
    if let warning = changes.warning { html.notice(warning) }
    for group in changes.groups { html.add(group) }
    if let more = changes.more { html.element(.p, .class("under"), text: more) }
  }

  private func writeChangedBoth(to html: inout HTMLWriter) {
    let say = html.say
    let chosen = changedBoth ?? "ask"
    html.over(say("Fields that were changed here and in the file"))
    html.element(.fieldset, .classes("group ticks")) { html in
      html.element(.legend, .class("vh"), text: say("Fields that were changed here and in the file"))
      html.choice(
        "both", "ask", title: say("Keep the rows back"), detail: say("Each is decided on after the import."),
        isChosen: chosen == "ask")
      html.choice(
        "both", "here", title: say("Keep what is here"), detail: say("What only the file changed is loaded."),
        isChosen: chosen == "here")
      html.choice(
        "both", "file", title: say("Take what the file says"), detail: say("What was only changed here stays."),
        isChosen: chosen == "file")
    }
  }

  private func writeUnresolved(to html: inout HTMLWriter) {
    let say = html.say
    html.over(say("References that lead nowhere"))
    html.element(.fieldset, .classes("group ticks")) { html in
      html.element(.legend, .class("vh"), text: say("References that lead nowhere"))
      html.choice(
        "unresolved", "empty", title: say("Load the row, and keep the reference for connecting"),
        detail: say("Where a record can do without it. What it probably means is proposed afterwards."),
        isChosen: leavesEmpty)
      html.choice(
        "unresolved", "reject", title: say("Keep the row back"), detail: say("Until the record is there."),
        isChosen: !leavesEmpty)
    }
  }
}
