import Foundation
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Components")
struct ComponentTests {
  private let sample = SamplePage(say: .english)

  @Test("every kind of attribute has a control", arguments: AttributeKinds.all.map(\.name))
  func controls(name: KindName) throws {
    let kind = try #require(AttributeKinds.named(name))
    let control = try #require(FormControls.control(of: kind), "no control for \(name.rawValue)")
    var attribute = AttributeDescription(name: "value", label: "Value", kind: name)
    attribute.choices = [Choice("new")]
    var field = FormField(column: .attribute(attribute), id: "f-value", text: "")
    if attribute.isBytes { field.file = FileField() }
    let written = html { control.writeControl(field, to: &$0) }
    #expect(written.contains("id=\"f-value\"") && written.contains("name=\"value\""))
  }

  @Test("The value of a formula is told as the control of its field shows it")
  func followed() {
    var money = AttributeDescription(name: "fee", label: "Fee", kind: .decimal)
    (money.scale, money.currency) = (2, "PLN")
    let answers = [
      FollowedFields.Answer(.attribute(money), isHidden: false, isNeeded: nil, text: "12.50"),
      FollowedFields.Answer(
        .attribute(AttributeDescription(name: "home", label: "Home", kind: .country)), isHidden: false, isNeeded: nil,
        text: "PL"),
    ]
    let polish = Localizer(language: .polish, catalogue: .platform)
    let written = html(polish) { FollowedFields(answers).write(to: &$0) }
    #expect(written.contains("data-begins=\"12,50\""))
    #expect(written.contains("data-begins=\"Polska\""))
  }

  @Test("Any input stays in the field", arguments: AttributeKinds.all.map(\.name))
  func typed(name: KindName) throws {
    guard name != .blob, name != .picture, name != .choice, name != .boolean else { return }
    let field = FormField(
      column: .attribute(AttributeDescription(name: "a", label: "A", kind: name)), id: "f-a",
      text: "no \"such\" <value>",
      stored: "x", error: "Wrong")
    let written = html { $0.formFields([field]) }
    // A text that may be too long for one line is in a text area, everything else in an attribute.
    let typed = "no &quot;such&quot; &lt;value&gt;"
    #expect(written.contains("value=\"\(typed)\"") || written.contains("\n\(typed)</textarea>"))
    #expect(written.contains("data-stored=\"x\""))
    #expect(
      written.contains("aria-invalid=true aria-describedby=\"f-a-e\"") && written.contains("<p class=err id=\"f-a-e\">")
    )
    #expect(!written.contains("type=date ") && !written.contains("type=datetime-local "))
  }

  @Test("moments are written as browsers write them")
  func moments() {
    #expect(TimestampKind.local("2026-11-21T09:12:00.000Z", in: .gmt) == "2026-11-21T09:12")
    #expect(TimestampKind.local("2026-11-21T09:12:07.000Z", in: .gmt) == "2026-11-21T09:12:07")
    #expect(TimestampKind.local("2026-11-21T09:12:07.120Z", in: .gmt) == "2026-11-21T09:12:07.120")
  }

  @Test("text of several lines keeps the line end it begins with")
  func lines() {
    var attribute = AttributeDescription(name: "a", label: "A", kind: .text)
    attribute.multiline = true
    let field = FormField(column: .attribute(attribute), id: "f-a", text: "\nb")
    #expect(html { $0.formFields([field]) }.contains(">\n\nb</textarea>"))
  }

  @Test("labels lead to controls, descriptions to texts, and no identity stands twice")
  func identities() {
    for (name, page) in sample.all {
      let ids = page.matches(of: /\sid="?([^\s">]+)/).map { String($0.1) }
      #expect(Set(ids).count == ids.count, "\(name): \(ids.sorted())")
      for match in page.matches(of: /\s(?:for|aria-labelledby|aria-describedby|form)="?([^\s">]+)/) {
        #expect(ids.contains(String(match.1)), "\(name): \(match.1)")
      }
      for match in page.matches(of: /<use href="#([a-z]+)"/) {
        #expect(ids.contains(String(match.1)), "\(name): symbol \(match.1)")
      }
    }
  }

  @Test("no page has a style or a script within itself, and every element is closed")
  func policy() {
    for (name, page) in sample.all {
      #expect(!page.contains("<style") && !page.contains(" style="), "\(name)")
      #expect(page.firstMatch(of: /\son[a-z]+=/) == nil, "\(name)")
      #expect(page.count(of: "<script") == 1 && page.contains("></script>"), "\(name)")
      for tag in [
        "div", "span", "p", "ul", "li", "a", "button", "form", "dialog", "section", "article", "label", "select",
      ] {
        let opened = page.count(of: "<\(tag)>") + page.count(of: "<\(tag) ")
        #expect(opened == page.count(of: "</\(tag)>"), "\(name): \(tag)")
      }
    }
  }

  @Test("forms do not stand within forms")
  func forms() {
    for (name, page) in sample.all {
      var depth = 0
      for match in page.matches(of: /<(\/?)form[\s>]/) {
        depth += match.1.isEmpty ? 1 : -1
        #expect((0...1).contains(depth), "\(name)")
      }
    }
  }

  @Test("Return in a field never presses a delete button")
  func safeReturn() throws {
    let written = html { $0.add(sample.record()) }
    let edit = try #require(written.firstRange(of: "id=\"f\""))
    let delete = try #require(written.firstRange(of: "id=\"d\""))
    #expect(written[..<edit.lowerBound].contains("form=d") && edit.lowerBound < delete.lowerBound)
    #expect(!written.contains("formaction"))
  }

  @Test("a row has its title, its address and what deletes it; the chosen one is marked")
  func rows() {
    let written = html { sample.list(rows: 5, search: "kow & co").writeContent(to: &$0) }
    #expect(written.contains("<button formaction=/userscrud/users/303/delete>Delete</button>"))
    #expect(html { $0.add(sample.list(rows: 1)) }.contains("data-delete=\"Delete {title}\""))
    #expect(written.contains("href=\"/userscrud/users/303?search=kow%20%26%20co\" id=selected aria-current=true"))
    #expect(written.contains("data-face=\"KK\"") && written.contains("Katarzyna <b>Krzyżanowska</b>"))
    #expect(written.contains("name=\"_search\" value=\"kow &amp; co\""))
  }

  @Test("rows alone are the sections and the ways to the rows before and after")
  func rowsAlone() {
    let written = html { sample.list(rows: 5).writeRows(to: &$0) }
    #expect(written.hasPrefix("<a class=\"btn pager\" rel=prev") && written.hasSuffix("Show more rows</a>"))
    #expect(!written.contains("id=\"count\""))
  }

  @Test("Content behind a sheet is inert")
  func inert() {
    let page = sample.page(sample.list(rows: 1), RecordPlaceholder(), sheet: sample.sheet)
    #expect(page.contains("<main id=\"main\" class=two inert>"))
    #expect(page.contains("aria-label=\"Address book\" inert>"))
    #expect(page.contains("<dialog class=sheet open aria-modal=true"))
  }

  @Test("a conflict carries both versions and everything else that was typed")
  func conflict() {
    let written = html { $0.add(sample.conflict) }
    #expect(
      written.contains("name=\"phone\" value=\"+48 1\" checked>") && written.contains("name=\"phone\" value=\"+48 2\">")
    )
    #expect(written.contains("+48 <mark>1</mark>") && written.contains("name=\"firstName\" value=\"A&quot;na\""))
  }

  @Test(
    "the part that differs is marked to the word",
    arguments: [
      ("+48 22 555 0147", "+48 22 555 0199", "0147", "0199"),
      ("ul. Piękna 18, Warszawa", "ul. Piękna 18 m. 4, Warszawa", "", "18 m. 4"), ("a", "b", "a", "b"),
      ("", "b", "", "b"),
      ("same", "same", "", ""), ("one two", "one", "one two", ""), ("aa", "aaa", "", "aaa"),
    ])
  func differences(one: String, other: String, mine: String, theirs: String) {
    let parts = DifferingPart.parts(one, other)
    #expect(String(parts.0.differing) == mine && String(parts.1.differing) == theirs)
    #expect(parts.0.before + parts.0.differing + parts.0.after == one)
    #expect(parts.1.before + parts.1.differing + parts.1.after == other)
  }

  @Test(
    "a monogram is made of the first and the last word",
    arguments: [
      ("Anna Kowalska", "AK"), ("Ingrid Kaczmarek-Wiśniewska", "IW"),
      ("Rosa María Martínez de la Fuente y Ortega", "RO"),
      ("łukasz", "Ł"), ("", ""), ("- –", ""), ("«Мир» (изд.)", "МИ"), ("7 Eleven", "7E"),
    ])
  func monograms(title: String, monogram: String) {
    #expect(Monogram.text(for: title) == monogram)
    #expect(Monogram.text(forParts: title.split(separator: " ").map(String.init)) == monogram)
  }

  @Test("nouns are put into sentences, and where a language lacks one, a neutral sentence stands in")
  func wording() {
    let nouns = Nouns("person", "people")
    let polish = Localizer(language: .polish, catalogue: .platform)
    #expect(sample.say.newRecord(nouns) == "New person" && polish.newRecord(nouns) == "Nowy rekord: person")
    #expect(sample.say.counted(1, nouns) == "1 person" && sample.say.counted(1_000, nouns) == "1,000 people")
    #expect(polish.counted(5, nouns) == "5 rekordów")
    #expect(polish.counted(1_000, nouns, titled: "Goście") == "Goście: 1000")
    #expect(sample.say.counted(2, nouns, titled: "Guests") == "2 people")
    #expect(sample.say.status(3, nouns, sortedBy: "Last name") == "3 people by last name")
    #expect(polish.status(3, nouns, sortedBy: "Last name") == "3 rekordy")
    #expect(sample.say.searchLabel("Last name") == "Search by last name" && polish.searchLabel("Last name") == "Szukaj")
  }
}
