import KartotekaScreens

/// The beginning of an application: from files, or from a template.
package struct NewApplication: Component {
  /// A template.
  package struct Template {
    package var title: String
    /// The description of the template.
    package var detail: String
    package var symbol: Symbol
    /// Makes an application of it.
    package var action: URLPath

    package init(title: String, detail: String, symbol: Symbol, action: URLPath) {
      (self.title, self.detail, self.symbol, self.action) = (title, detail, symbol, action)
    }
  }

  /// The address to which files are sent.
  package var files: URLPath
  /// The fault of the submitted form.
  package var fault: String?
  package var templates: [Template]
  /// Files that were looked at and of which nothing is made yet.
  package var waiting: [ImportStart.Row]

  package init(files: URLPath, fault: String? = nil, templates: [Template], waiting: [ImportStart.Row] = []) {
    (self.files, self.fault, self.templates, self.waiting) = (files, fault, templates, waiting)
  }

  package func write(to html: inout HTMLWriter) {
    html.over(html.say("From a template"))
    html.element(.form, .classes("group syms"), .post) { html in
      for template in templates {
        html.element(.button, .class("row"), .formAction(template.action)) { html in
          html.symbol(template.symbol)
          html.element(.span, .class("grow")) { html in
            html.element(.span, .classes("t wrap"), text: template.title)
            if !template.detail.isEmpty { html.element(.span, .classes("d wrap"), text: template.detail) }
          }
        }
      }
    }
    html.over(html.say("From files"))
    html.element(.form, .classes("group drop"), .post, .action(files), .multipart) { html in
      html.symbol(.upload)
      html.element(.label, .class("strong"), .for("files"), text: html.say("Choose files, or drop them here"))
      html.element(
        .p, .classes("foot"), .id("files-d"),
        text: html.say(
          "CSV, JSON or spreadsheets (.xlsx, .ods), a file or sheet for each kind of record. Fields and their kinds follow from the headings and values."
        ))
      html.element(.p, .class("foot"), text: html.say("A SQLite file of another program is opened as it is."))
      html.void(
        .input, .id("files"), .name("files"), .type("file"), .several, .describedBy("files-d"),
        fault == nil ? nil : .invalid)
      if let fault { html.formFault(fault) }
      html.element(.button, .classes("btn main"), text: html.say("Look at the files"))
    }
    html.rows(waiting, title: html.say("Not finished"))
  }
}
