import Foundation
import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Clinic

@Suite("What the clinic's actions answer, and its blocks on records' pages")
struct AnswerTests {
  @Test("the API answers the file that an action makes, with its type and name")
  func file() async throws {
    let practice = try await Practice()
    let id = try #require(try await practice.book(practice.nine).id)
    let answer = try await practice.site.api(.post, "/appointments/\(id)/actions/calendar-file")
    #expect(answer.status == 200)
    #expect(answer.headers[.contentType] == "text/calendar")
    #expect(answer.headers[.contentDisposition] == "attachment; filename=\"appointment-\(id).ics\"")
    #expect(answer.text.contains("\r\nDTSTART:20261124T090000Z\r\nDTEND:20261124T092000Z\r\n"))
  }

  @Test("a repeated request with the same key gets the same file")
  func repeated() async throws {
    let practice = try await Practice()
    let id = try #require(try await practice.book(practice.nine).id)
    var key = HTTPFields()
    key[try #require(HTTPField.Name("Idempotency-Key"))] = "calendar-1"
    let path = "/appointments/\(id)/actions/calendar-file"
    let first = try await practice.site.api(.post, path, headers: key)
    #expect(try await practice.site.api(.post, path, headers: key).bytes == first.bytes)
  }

  @Test("an action that makes a file is not offered on several records at once")
  func several() async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine)
    #expect(try await practice.site.page("/appointments/1").text.contains("Make a calendar file"))
    let several = try await practice.site.submit("/appointments/several", ["tick-1": "yes", "_step": "act"]).text
    #expect(several.contains("value=\"finish\"") && !several.contains("calendar-file"))
  }

  @Test("the API answers a value of the declared type, and OpenAPI describes it")
  func value() async throws {
    let practice = try await Practice()
    _ = try await practice.book(practice.nine.addingTimeInterval(-400 * 86_400))
    let answer = try await practice.site.api(.post, "/appointments/actions/close-day")
    #expect(answer.status == 200, "\(answer.text)")
    guard case .object(let value)? = try answer.json["value"] else {
      Issue.record("\(answer.text)")
      return
    }
    #expect(value.number("missed") == 1)
    let document = try await practice.site.api(.get, "/openapi.json").text
    #expect(document.contains("\"missed\":{\"type\":\"integer\""))
    #expect(document.contains("\"*/*\":{\"schema\":{\"type\":\"string\",\"format\":\"binary\"}}"))
  }

  @Test("code gets the value as it is, and an answer that is not declared is an error")
  func declared() async throws {
    let practice = try await Practice()
    let closeDay = try #require(clinic.action("close-day"))
    let result = try await closeDay.run(ActionCall(on: practice.store, .code))
    #expect((result.value as? ClosedDay)?.missed == 0)
    let silent = Action("silent", title: "Silent") { _ in ActionResult("Done", value: ClosedDay(missed: 1)) }
    await #expect(throws: (any Error).self) { try await silent.run(ActionCall(on: practice.store, .code)) }
    let empty = Action("empty", title: "Empty") { _ in ActionResult("Done") }.answeringFile()
    await #expect(throws: (any Error).self) { try await empty.run(ActionCall(on: practice.store, .code)) }
  }

  @Test("a block stands on the page of each record that has something to show, in each language")
  func block() async throws {
    let practice = try await Practice()
    let path = "/animals/\(practice.animal)"
    #expect(try await !practice.site.page(path).text.contains("Visits by year"))
    var appointment = try await practice.book(practice.nine)
    appointment.progress = .done
    try await practice.store.save(&appointment)
    let page = try await practice.site.page(path).text
    #expect(page.contains("Visits by year") && page.contains(">2026<"), "\(page)")
    #expect(try await practice.site.page(path, language: "pl").text.contains("Wizyty według lat"))
    #expect(try await !practice.site.page("/owners/1").text.contains("Visits by year"))
  }

  @Test("a block on an entity that the application lacks is a fault of the declarations")
  func unknown() {
    let app = App(
      "vets", title: "Vets", symbol: .person, hue: 180, entities: [Service.self],
      blocks: [RecordBlock(on: Vet.self, title: "Nothing") { _, _ in nil }]
    ) {}
    #expect(app.check().contains { $0.rule == "code-entity-exists" && $0.entity == "vet" })
  }
}
