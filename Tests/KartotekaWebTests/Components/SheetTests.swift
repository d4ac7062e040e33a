import Foundation
import KartotekaModel
import Testing

@testable import KartotekaHTML

/// The frame that all sheets have.
@Suite("Sheets") struct SheetTests {
  private let sample = SamplePage(say: .english)

  private var question: Sheet {
    Sheet.question(
      "Delete Northwind?", text: "Undo can bring it back.", verb: "Delete", action: sample.users, cancel: sample.users,
      sample.say)
  }

  private var sheets: [Sheet] {
    let choice = ChoiceForm(
      title: "Teachers", kind: .several, action: sample.users, intents: (.done, .find), search: ("", "Search"))
    let shaping = ShapeParts(
      title: "View", cancel: ("Close", sample.users), done: .submit(name: "do", value: "done"))
    let suggestions = SuggestionList(
      title: "New country", action: sample.users, cancel: sample.users, search: ("", "Country"))
    return [
      sample.sheet, sample.conflict, question, choice.sheet(sample.say), shaping.sheet(sample.say),
      suggestions.sheet(sample.say), Sheet.secret("Key", action: sample.users, cancel: sample.users, sample.say),
      Sheet.deletionOfAll(
        "Delete all?", affected: ["12 orders"], word: "Books", action: sample.users, cancel: sample.users, sample.say),
      Sheet.refusal("Chai can't be deleted", body: [], close: sample.users, sample.say),
    ]
  }

  @Test("every sheet is a modal dialog that its title names, with one way out")
  func frame() {
    for sheet in sheets {
      let written = html { $0.add(sheet) }
      #expect(written.hasPrefix("<dialog class=") && written.contains(" open aria-modal=true aria-labelledby=st"))
      #expect(written.components(separatedBy: "<h2 id=\"st\">").count == 2, "\(sheet.title)")
      #expect(written.components(separatedBy: "data-part=cancel").count == 2, "\(sheet.title)")
    }
  }

  @Test("a question is described by its text, and Return cancels it")
  func described() throws {
    let written = html { $0.add(question) }
    #expect(written.contains("aria-describedby=\"sd\"") && written.contains("id=\"sd\">Undo can bring it back."))
    let cancel = try #require(written.range(of: "data-part=cancel autofocus>Cancel"))
    let delete = try #require(written.range(of: "class=\"btn bad\">Delete"))
    #expect(cancel.lowerBound < delete.lowerBound)
  }

  @Test("Return in the search of a choice searches, since that button is the form's first")
  func first() throws {
    let choice = ChoiceForm(
      title: "Teachers", kind: .several, action: sample.users, intents: (.done, .find), search: ("", "Search"))
    let written = html { $0.add(choice.sheet(sample.say)) }
    let first = try #require(written.range(of: "<button "))
    #expect(written[first.upperBound...].hasPrefix("class=vh id=\"seek\""))
  }

  @Test("a sheet above another form sends that form's fields, and its own record first")
  func creation() throws {
    var form = NewRecordForm(title: "New customer", action: sample.users, fields: [])
    form.intents = (.createNew("customer"), .leaveNew("customer"))
    form.hidden = [("draft.note", "Call first")]
    let written = html { $0.add(form.sheet(sample.say)) }
    #expect(written.contains("name=\"draft.note\" value=\"Call first\""))
    // What is typed in it is not restored: it belongs to the form below.
    #expect(!written.contains("data-restored"))
    let first = try #require(written.range(of: "<button "))
    #expect(written[first.upperBound...].contains("create:customer"))
    let make = try #require(written.range(of: "create:customer"))
    let leave = try #require(written.range(of: "leave:customer"))
    #expect(make.lowerBound < leave.lowerBound)
  }
}

/// The sheet of a file, which an import and a new application share.
@Suite("Files that are loaded") struct FileFormTests {
  private let sample = SamplePage(say: .english)

  private func form(named: Bool) -> String {
    var form = FileForm(action: sample.users, load: ("load", true), meaningName: "column-")
    form.meanings = [("", "Left out"), ("1", "Name")]
    var column = FileForm.Column(number: 1, heading: "Full name", samples: ["Ann", "Bob"], meaning: "1")
    column.notes = ["Read as text"]
    if named { column.label = "Name" }
    form.columns = [column]
    form.faults = ["": "The file is empty", "column-1": "Two columns are the name"]
    return html { $0.add(form) }
  }

  @Test("each column has a select of its meaning, with the heading as its name", arguments: [true, false])
  func columns(named: Bool) {
    let written = form(named: named)
    #expect(written.contains("<option value=\"1\" selected>Name</option>") && written.contains("Ann · Bob"))
    #expect(written.contains("The file is empty") && written.contains("Two columns are the name"))
    #expect(written.contains("<label class=strong for=\"column-1\">Full name") == !named)
    #expect(written.contains("aria-label=\"Kind of Full name\"") == named)
    #expect(written.contains("name=\"label-1\" value=\"Name\"") == named)
  }

  @Test("a file that can't be loaded has its tick disabled and says why")
  func refused() {
    var row = UploadedFileRow(tick: "load-1", name: "a.csv", href: sample.users, isLoaded: false)
    row.canLoad = false
    row.notes = ["It has no rows"]
    let written = html { $0.add(row) }
    #expect(written.contains("name=\"load-1\" disabled") && written.contains("It has no rows"))
    #expect(!written.contains("data-part=figures"))
  }
}
