/// The result of an import: numbers of rows by their outcome, the open questions, and each file.
package struct ImportResult: Component {
  /// A reference that leads nowhere.
  package struct Reference {
    package var id: Int64
    /// "91 orders" and what they name: "Customer".
    package var counted: String
    package var label: String
    /// The text in the file.
    package var text: String
    /// Why that record is proposed, or that none is.
    package var note: String
    /// The record that is proposed.
    package var proposal: (id: Int64, title: String, isGuess: Bool)?
    /// The row that the record will come of.
    package var awaited: URLPath?
    /// The address at which another record is chosen.
    package var choose: URLPath

    package init(
      id: Int64, counted: String, label: String, text: String, note: String,
      proposal: (id: Int64, title: String, isGuess: Bool)? = nil, awaited: URLPath? = nil, choose: URLPath
    ) {
      self.id = id
      self.counted = counted
      self.label = label
      self.text = text
      self.note = note
      self.proposal = proposal
      self.awaited = awaited
      self.choose = choose
    }
  }

  /// A row that could not be loaded.
  package struct Row {
    package var line: String
    package var file: String
    /// The texts of the row's title.
    package var whose: String
    /// The address of the whole row.
    package var href: URLPath
    /// Values at fault: where each is sent, what it is called, what stands there and why it can't stay.
    package var faults: [(name: String?, label: String, text: String, reason: String)]

    package init(
      line: String, file: String, whose: String = "", href: URLPath,
      faults: [(name: String?, label: String, text: String, reason: String)]
    ) {
      (self.line, self.file, self.whose, self.href, self.faults) = (line, file, whose, href, faults)
    }
  }

  /// A file.
  package struct File {
    package var name: String
    /// "Orders · 830 read, 829 new".
    package var detail: String
    /// Omitted or lost data.
    package var remarks: [String] = []
    package var rejected: String?
    /// Its rows that are left over.
    package var href: URLPath?

    package init(name: String, detail: String, remarks: [String] = [], rejected: String? = nil, href: URLPath? = nil) {
      self.name = name
      self.detail = detail
      self.remarks = remarks
      self.rejected = rejected
      self.href = href
    }
  }

  package var path: URLPath
  /// The figures of the result: "New", "3,201".
  package var figures: [(label: String, value: String, isBad: Bool)]
  package var references: [Reference]
  package var referencesCount: String
  /// "Connect 97 rows"; nil where nothing is proposed.
  package var connect: String?
  /// The note on records that pressing it connects beside those that are shown.
  package var connectNote: String?
  /// The next page of references, and the one before.
  package var moreReferences: URLPath?
  package var earlierReferences: URLPath?
  package var rows: [Row]
  package var rowsCount: String
  /// "Load these 4 rows".
  package var load: String
  /// The next page of rows, and the first one where this is another.
  package var moreRows: URLPath?
  package var firstRows: URLPath?
  package var files: [File]

  package init(
    path: URLPath, figures: [(label: String, value: String, isBad: Bool)], references: [Reference],
    referencesCount: String, connect: String? = nil, connectNote: String? = nil, moreReferences: URLPath? = nil,
    earlierReferences: URLPath? = nil, rows: [Row], rowsCount: String, load: String, moreRows: URLPath? = nil,
    firstRows: URLPath? = nil, files: [File]
  ) {
    self.path = path
    self.figures = figures
    self.references = references
    self.referencesCount = referencesCount
    self.connect = connect
    self.connectNote = connectNote
    self.moreReferences = moreReferences
    self.earlierReferences = earlierReferences
    self.rows = rows
    self.rowsCount = rowsCount
    self.load = load
    self.moreRows = moreRows
    self.firstRows = firstRows
    self.files = files
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("figs")) { html in
      for figure in figures {
        html.element(.div) { html in
          html.element(.span, .classes("blk foot"), text: figure.label)
          html.element(.span, .classes("big blk", figure.isBad ? " bad" : ""), text: figure.value)
        }
      }
    }
    if !references.isEmpty { writeReferences(to: &html) }
    if !rows.isEmpty { writeRows(to: &html) }
    html.over(html.say("Files"), count: html.say.language.grouped(files.count))
    html.element(.ul, .classes("group syms")) { html in
      for file in files { html.element(.li) { write(file, to: &$0) } }
    }
  }

  // MARK: References

  private func writeReferences(to html: inout HTMLWriter) {
    html.over(html.say("References that lead nowhere"), count: referencesCount)
    html.element(.form, .class("group"), .id("references"), .post, .action(path.appending("link"))) { html in
      html.element(.ul) { html in
        for reference in references { html.element(.li, .class("line")) { write(reference, to: &$0) } }
      }
      if let connectNote { html.element(.p, .classes("foot pad"), text: connectNote) }
      if earlierReferences == nil, moreReferences == nil, connect == nil { return }
      html.element(.div, .class("foot-act")) { html in
        if let earlierReferences {
          html.element(.a, .classes("btn small"), .href(earlierReferences), text: html.say("Show earlier rows"))
        }
        if let moreReferences {
          html.element(.a, .classes("btn small"), .href(moreReferences), text: html.say("Show more rows"))
        }
        if let connect { html.element(.button, .classes("btn small main"), text: connect) }
      }
    }
  }

  private func write(_ reference: Reference, to html: inout HTMLWriter) {
    html.element(.div) { html in
      html.element(.p) { html in
        html.element(.b, .class("num"), text: reference.counted)
        html.text(" · " + reference.label + " ")
        html.element(.quote, text: reference.text)
      }
      html.element(.p, .class("foot"), text: reference.note)
    }
    html.element(.div, .class("pickone")) { html in
      let name = "reference-\(reference.id)"
      if let proposal = reference.proposal {
        html.element(
          .label, .class("vh"), .for(name), text: html.say("Use for {text}", ["text": .text(reference.text)]))
        html.element(.select, .class("in"), .id(name), .name(name)) { html in
          html.option(String(proposal.id), proposal.title, isChosen: !proposal.isGuess)
          html.option("", html.say("Not yet"), isChosen: proposal.isGuess)
        }
      }
      if let awaited = reference.awaited {
        html.element(.a, .classes("btn small"), .href(awaited), text: html.say("Show the row"))
      } else {
        html.element(
          .a, .classes("btn small"), .href(reference.choose),
          .label(html.say("Choose for {text}", ["text": .text(reference.text)])), text: html.say("Choose…"))
      }
    }
  }

  // MARK: Rows

  private func writeRows(to html: inout HTMLWriter) {
    let say = html.say
    html.over(say("Rejected rows"), count: rowsCount)
    html.element(.form, .class("group"), .id("rejects"), .post, .action(path.appending("correct"))) { html in
      html.element(.table, .classes("rej"), .role("table"), .label(say("Rejected rows"))) { html in
        html.element(.thead, .role("rowgroup")) { html in
          html.element(.tr, .role("row")) { html in
            for title in [say("Line"), say("File"), say("Reason"), say("Value")] {
              html.element(.th, .columnScope, .role("columnheader"), text: title)
            }
          }
        }
        html.element(.tbody, .role("rowgroup")) { html in
          for row in rows { write(row, to: &html) }
        }
      }
      html.element(.div, .class("foot-act")) { html in
        if let firstRows {
          html.element(.a, .classes("btn small"), .href(firstRows), text: say("Show the first rows"))
        }
        if let moreRows { html.element(.a, .classes("btn small"), .href(moreRows), text: say("Show more rows")) }
        html.element(.a, .classes("btn small"), .href(path.appending("rejects"))) { html in
          html.symbol(.download, .small)
          html.text(say("Download"))
        }
        html.element(.a, .classes("btn small"), .href(path.appending("forget")), text: say("Throw away…"))
        html.element(.button, .classes("btn small main"), text: load)
      }
    }
  }

  private func write(_ row: Row, to html: inout HTMLWriter) {
    for (index, fault) in row.faults.enumerated() {
      html.element(.tr, .role("row"), index > 0 ? .class("same") : nil) { html in
        html.element(.td, .class("no"), .role("cell")) { html in
          if index == 0 { html.element(.span, .class("num"), text: row.line) }
        }
        html.element(.td, .class("one"), .role("cell")) { html in
          if index == 0 {
            if !row.whose.isEmpty { html.element(.p, .class("strong"), text: row.whose) }
            html.element(.a, .href(row.href), text: row.file)
            html.element(
              .span, .classes("phone dim"), text: " · " + html.say("line {line}", ["line": .text(row.line)]))
          }
        }
        html.element(.td, .classes("two bad"), .role("cell"), text: fault.reason)
        html.element(.td, .class("last"), .role("cell")) { html in
          guard let name = fault.name else {
            html.element(.a, .classes("btn small"), .href(row.href), text: html.say("Show the row"))
            return
          }
          html.element(.label, .class("vh"), .for(name), text: fault.label)
          html.void(
            .input, .classes("in mono"), .id(name), .name(name), .value(fault.text), more: [.withoutSpelling])
        }
      }
    }
  }

  // MARK: Files

  private func write(_ file: File, to html: inout HTMLWriter) {
    let content: (inout HTMLWriter) -> Void = { html in
      html.element(.span, .class(file.rejected == nil ? "good" : "care")) {
        $0.symbol(file.rejected == nil ? .check : .alert)
      }
      html.element(.span, .class("grow")) { html in
        html.element(.span, .class("t"), text: file.name)
        html.element(.span, .classes("d wrap num"), text: file.detail)
        for remark in file.remarks { html.element(.span, .classes("d wrap"), text: remark) }
      }
      if let rejected = file.rejected { html.element(.span, .classes("pill bad"), text: rejected) }
      if file.href != nil { html.symbol(.go, .chevron) }
    }
    if let href = file.href {
      html.element(.a, .class("row"), .href(href), content: content)
    } else {
      html.element(.span, .class("row"), content: content)
    }
  }
}
