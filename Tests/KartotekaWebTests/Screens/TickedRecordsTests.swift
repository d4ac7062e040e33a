import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Steps with records that are ticked in their list")
struct TickedRecordsTests {
  private static let path = "/school/courses/several"

  private func test(
    _ body: @escaping @Sendable (RunningApp, TestClient) async throws -> Void
  ) async throws {
    let app = try await School.open()
    try await Server([app], logger: .quiet).application().test { (client: TestClient) async throws -> Void in
      try await body(app, client)
    }
  }

  private func post(
    _ form: String, to path: String = Self.path, _ client: TestClient
  ) async throws -> (answer: TestResponse, text: String) {
    let answer = try await client.execute(
      uri: path, method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: form))
    return (answer, String(buffer: answer.body))
  }

  @Test("A step without a field offers fields and links as rows, a step without an action the actions")
  func choices() async throws {
    try await test { app, client in
      let (set, fields) = try await post("tick-1=yes&tick-3=yes&_step=set", client)
      #expect(set.status == .ok && fields.contains("Set a field: 2 courses"))
      for step in ["set", "link", "unlink"] { #expect(fields.contains("name=\"_step\" value=\"\(step)\""), "\(step)") }
      #expect(
        fields.contains("name=\"_field\" value=\"seats\"") && fields.contains("name=\"_link\" value=\"students\""))
      #expect(fields.contains("name=\"tick-3\""))
      let (act, actions) = try await post("_all=yes&_step=act", client)
      #expect(act.status == .ok && actions.contains("Run an action: 4 courses"))
      #expect(actions.contains("name=\"_action\" value=\"close\"") && actions.contains("name=\"_all\""))
      let (none, fault) = try await post("_step=act", client)
      #expect(none.status == .unprocessableContent && fault.contains("Choose at least one card."))
      #expect(try await app.store.count(AnyFetchRequest("course")) == 4)
    }
  }

  @Test("Steps with records that were ticked in their list lead back there, others to the page with boxes")
  func back() async throws {
    try await test { _, client in
      let query = "?search=e"
      for (form, address) in [("_list=yes&", "/school/courses?search=e"), ("", Self.path + query)] {
        for step in ["_step=set", "_step=set&_field=seats", "_step=delete"] {
          let (_, page) = try await post(form + "tick-1=yes&" + step, to: Self.path + query, client)
          #expect(page.contains("href=\"\(address)\""), "\(form)\(step)")
          #expect(page.contains("name=\"_list\"") == !form.isEmpty, "\(form)\(step)")
        }
      }
    }
  }

  @Test("Exactly two ticked records are merged, and then the list is shown")
  func merge() async throws {
    try await test { app, client in
      for form in ["tick-1=yes&", "tick-1=yes&tick-2=yes&tick-3=yes&"] {
        let (refused, fault) = try await post(form + "_step=merge", client)
        #expect(refused.status == .unprocessableContent && fault.contains("Choose exactly two cards to merge."))
      }
      let (led, _) = try await post("_list=yes&tick-2=yes&tick-3=yes&_step=merge", to: Self.path + "?search=e", client)
      let address = try #require(led.headers[.location])
      #expect(led.status == .seeOther && address.contains("/merge?") && address.contains("search=e"))
      let page = try await client.execute(uri: address, method: .get, headers: [.acceptLanguage: "en"])
      let text = String(buffer: page.body)
      #expect(page.status == .ok && text.contains("href=\"/school/courses?search=e\""))
      let form = try #require(PageForm.all(in: text).first { $0["other-version"] != nil })
      let (done, _) = try await post(form.body, to: form.action, client)
      #expect(done.status == .seeOther && done.headers[.location] == "/school/courses?search=e")
      #expect(try await app.store.count(AnyFetchRequest("course")) == 3)
    }
  }

  @Test("A spreadsheet of ticked records is a file at the address of exports, whatever the list finds")
  func spreadsheet() async throws {
    try await test { _, client in
      let query = "?search=zzz&columns=name,seats&figures=sum:seats"
      let form = "tick-1=yes&tick-3=yes&_step=export-xlsx"
      let (led, _) = try await post(form, to: Self.path + query, client)
      let address = try #require(led.headers[.location])
      #expect(led.status == .temporaryRedirect && address.contains("/several/export?"))
      let (file, _) = try await post(form, to: address, client)
      #expect(file.status == .ok && file.headers[.contentType]?.contains("spreadsheetml") == true)
      #expect(file.headers[.contentDisposition]?.contains("courses.xlsx") == true)
      let (none, _) = try await post("_step=export-xlsx", to: address, client)
      #expect(none.status == .unprocessableContent)
    }
  }

  @Test("Labels of ticked records are those alone, whatever the list shows")
  func labels() async throws {
    try await test { _, client in
      let (led, _) = try await post("tick-1=yes&tick-3=yes&_step=labels", to: Self.path + "?search=zzz", client)
      let address = try #require(led.headers[.location])
      #expect(led.status == .seeOther)
      let page = try await client.execute(uri: address, method: .get, headers: [.acceptLanguage: "en"])
      let text = String(buffer: page.body)
      #expect(text.contains("Algebra") && text.contains("Chemistry") && !text.contains("Biology"))
      let (all, _) = try await post("_all=yes&_step=labels", to: Self.path + "?search=Al", client)
      #expect(all.headers[.location] == "/school/courses/labels?search=Al")
    }
  }
}
