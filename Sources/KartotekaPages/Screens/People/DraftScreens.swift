import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// What a person has typed and not saved, as scripts send it and ask for it: `drafts.js`.
extension PeopleScreens {
  private static let (form, version, browser, content) = ("form", "version", "browser", "content")

  /// The drafts of the person, the newest first, and the words with which they are offered.
  func drafts(_ call: ScreenCall) async throws -> ScreenDocument {
    let say = call.say
    let rows = try await people.drafts(of: try signed(call)).filter { isOfForm($0.form, call) }.map { draft in
      let device = draft.device.isEmpty ? say("Unknown device") : draft.device
      let words = say(
        "You began this on {time} ({device}) and have not saved it.",
        ["time": .text(DateText.long(draft.changed, in: say)), "device": .text(device)])
      return JSONValue.object([
        "name": .string(draft.name), Self.form: .string(draft.form), Self.version: .number(String(draft.version)),
        Self.browser: .string(draft.browser), "ended": .bool(draft.isEnded), "words": .string(words),
      ])
    }
    return Self.json(
      .object([
        "drafts": .array(rows), "continue": .string(say("Go on")), "discard": .string(say("Discard")),
      ]))
  }

  /// The content of a draft.
  func draft(_ call: ScreenCall) async throws -> ScreenDocument {
    guard let (draft, content) = try await people.draft(call.text("name"), of: try signed(call)),
      isOfForm(draft.form, call)
    else { throw ScreenFault.noSuchPage }
    return Self.json(
      .object([Self.version: .number(String(draft.version)), Self.content: .string(content)]))
  }

  /// Keeps the content of a draft, or ends it: without content it was saved or discarded.
  func keepDraft(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (signed, name) = (try signed(call), call.text("name"))
    let (version, browser) = (form[Self.version].flatMap { Int($0) } ?? 0, form[Self.browser] ?? "")
    do {
      guard let content = form[Self.content] else {
        try await people.endDraft(name, at: version, browser: browser, of: signed)
        return Self.json(.object([:]))
      }
      let address = form[Self.form] ?? ""
      guard isOfForm(address, call) else { throw DraftRefusal.invalid }
      let kept = try await people.keep(
        DraftContent(
          form: address, version: version, browser: browser, device: Self.device(call.request, call.say),
          content: content), as: name, of: signed)
      return Self.json(.object([Self.version: .number(String(kept))]))
    } catch let refusal as DraftRefusal {
      return Self.json(.object(["fault": .string(call.say(refusal.phrase))]), status: refusal.status)
    }
  }

  // Whether the person may send the form, which is one of an application.
  private func isOfForm(_ form: String, _ call: ScreenCall) -> Bool {
    let address = Draft.address(of: form)
    let name = address.split(separator: "/").first.map(String.init) ?? ""
    return apps.contains { $0.pathName == name } && call.context.mayUse(.post, address)
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
