import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Form messages")
struct FormMessageTests {
  private static func decoded(_ fields: [(name: String, value: String)]) -> FormMessage {
    FormMessage(SubmittedForm(Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })))
  }

  @Test("A form is decoded to the message that was encoded")
  func roundTrip() throws {
    var message = FormMessage(
      version: "5f", base: ["name": "Łódź & \"co\"", "notes": ""], lineVersions: "1:a,2:b", itemSearch: "tea",
      listSearch: "kow", listNarrowing: "late", trail: "courses/3", screen: "map", choosing: "teacher",
      chosenBefore: "", sheetRows: 60, isConfirmed: true, group: 2)
    message.ticks = FormMessage.Ticks(added: [9, 3], removed: [4], shown: [3, 1, 4], chosen: [1, 4])
    let decoded = Self.decoded(message.fields)
    #expect(decoded.fields.map(\.name) == message.fields.map(\.name))
    #expect(decoded.fields.map(\.value) == message.fields.map(\.value))
    #expect(decoded.base == ["name": "Łódź & \"co\""], "an empty text is not sent")
    #expect(decoded.chosenBefore == "", "no record is something else than no sheet")
    let ticks = try #require(decoded.ticks)
    #expect(ticks.added == [3, 9] && ticks.removed == [4] && ticks.shown == [3, 1, 4] && ticks.chosen == [1, 4])
  }

  @Test("A message that says nothing has no fields")
  func empty() {
    #expect(FormMessage().fields.isEmpty)
    #expect(Self.decoded([]).fields.isEmpty)
  }

  @Test(
    "What a button asks for comes back as it was asked",
    arguments: [
      .save, .edit, .cancel, .find, .done, .discard, .insist, .choose("teacher"), .beginNew("customer"),
      .createNew("customer"), .leaveNew("customer"), .addLine(7), .removeLine(0), .increaseLine(2), .decreaseLine(2),
      .unlink(8),
    ] as [FormIntent])
  func intents(_ intent: FormIntent) {
    #expect(Self.decoded([(intent.name, intent.value)]).intent == intent)
  }

  @Test("A form without a button, or with one that is not known, is saved", arguments: ["", "x", "more:", "add:x"])
  func unknown(_ text: String) {
    #expect(Self.decoded([]).intent == .save)
    #expect(Self.decoded([(FormIntent.save.name, text)]).intent == .save)
  }

  @Test("The button for more rows searches in the sheet that it is in")
  func moreRows() {
    let several = Self.decoded([(FormName.moreRows, "60")])
    #expect(several.intent == .find && several.sheetRows == 60)
    let one = Self.decoded([(FormName.moreRows, "60")] + FormMessage(choosing: "teacher").fields)
    #expect(one.intent == .choose("teacher") && one.sheetRows == 60)
  }

  @Test("A stepper's button names its setting and the direction")
  func steps() throws {
    let up = try #require(Self.decoded([(FormName.stepUp, "copies")]).step)
    #expect(up.setting == "copies" && up.by == 1)
    let down = try #require(Self.decoded([(FormName.stepDown, "copies")]).step)
    #expect(down.setting == "copies" && down.by == -1)
    #expect(Self.decoded([(FormName.moreRows, "60")]).step == nil)
  }

  @Test("Cancelling a sheet restores the form's choice")
  func cancelled() {
    var fields = FormMessage(choosing: "teacher", chosenBefore: "3").fields + [("teacher", "4"), ("name", "Typed")]
    fields.append((FormIntent.cancel.name, FormIntent.cancel.value))
    let form = SubmittedForm(Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })).settled
    #expect(form["teacher"] == "3" && form["name"] == "Typed")
  }

  @Test("A form that a sheet carries comes back whole")
  func carried() {
    let below = [("name", "Typed")] + FormMessage(version: "5f").fields
    let sheet = FormMessage.carried(below) + [("name", "Of the sheet")]
    let form = SubmittedForm(Dictionary(sheet.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })).carried
    #expect(form["name"] == "Typed" && FormMessage(form).version == "5f")
  }
}
