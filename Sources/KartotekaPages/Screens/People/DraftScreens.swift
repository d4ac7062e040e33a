import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// What a person has typed and not saved, as scripts send it and ask for it: `drafts.js`.
extension PeopleScreens {
  private static let (form, version, browser, typed, content) = ("form", "version", "browser", "typed", "content")

  /// The drafts of the person, the newest first, and the words with which they are offered.
  func drafts(_ call: ScreenCall) async throws -> ScreenDocument {
    let say = call.say
    let rows = try await people.drafts(of: try signedAsOfPage(call)).filter { isOfForm($0.form, call) }.map { draft in
      let device = draft.device.isEmpty ? say("Unknown device") : draft.device
      let words = say(
        "You typed this on {time} ({device}) and have not saved it.",
        ["time": .text(DateText.long(draft.changed, in: say)), "device": .text(device)])
      return JSONValue.object([
        "name": .string(draft.name), Self.form: .string(draft.form), Self.version: .number(String(draft.version)),
        Self.browser: .string(draft.browser), "ended": .bool(draft.isEnded), "words": .string(words),
      ])
    }
    return Self.json(
      .object([
        "drafts": .array(rows), "continue": .string(say("Go on")), "discard": .string(say("Discard")),
        "show": .string(say("Show")), "elsewhere": .string(say("You went on with this on another device.")),
      ]))
  }

  /// The content of a draft.
  func draft(_ call: ScreenCall) async throws -> ScreenDocument {
    guard let (draft, content) = try await people.draft(call.text("name"), of: try signedAsOfPage(call)),
      isOfForm(draft.form, call)
    else { throw ScreenFault.noSuchPage }
    return Self.json(
      .object([Self.version: .number(String(draft.version)), Self.content: .string(content)]))
  }

  /// Keeps the content of a draft, or ends it: without content it was saved or discarded.
  func keepDraft(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (signed, name) = (try signedAsOfPage(call), call.text("name"))
    func number(_ field: String) -> Int { form[field].flatMap { Int($0) } ?? 0 }
    let draft = DraftContent(
      form: form[Self.form] ?? "", version: number(Self.version), browser: form[Self.browser] ?? "",
      typed: number(Self.typed), device: Self.device(call.request, call.say), content: form[Self.content])
    do {
      guard isOfForm(draft.form, call) else { throw DraftRefusal.invalid }
      let version = try await people.keep(draft, as: name, of: signed)
      return Self.json(.object([Self.version: .number(String(version))]))
    } catch let refusal as DraftRefusal {
      return Self.json(.object(["fault": .string(call.say(refusal.phrase))]), status: refusal.status)
    }
  }

  // A page of one person may stay open in a browser in which another one has signed in since. Nothing of it is theirs.
  private func signedAsOfPage(_ call: ScreenCall) throws -> Signed {
    let signed = try signed(call)
    guard signed.person.identity.map({ String($0) }) == call.text("person") else { throw ScreenFault.noSuchPage }
    return signed
  }

  // Whether the person may send the form, which is one of an application.
  private func isOfForm(_ form: String, _ call: ScreenCall) -> Bool {
    let address = Draft.address(of: form)
    let steps = address.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.count > 1, steps[0].isEmpty else { return false }
    return apps.contains { $0.pathName == steps[1] } && call.context.mayUse(.post, address)
  }
}

extension DraftRefusal {
  fileprivate var phrase: Phrase {
    switch self {
    case .invalid: "This is not what a form has."
    case .tooLarge: "This is too long to be kept for other devices. Save it here."
    case .changed: "Something newer was typed on another device. Both are kept."
    }
  }

  fileprivate var status: HTTPResponse.Status {
    switch self {
    case .invalid: .unprocessableContent
    case .tooLarge: .contentTooLarge
    case .changed: .conflict
    }
  }
}
