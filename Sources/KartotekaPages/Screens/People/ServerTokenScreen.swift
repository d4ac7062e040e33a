import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The token of the server that belongs to no person, for administrators.
extension PeopleScreens {
  private static let (choice, end, new) = ("token", "end", "new")

  /// The part of the settings of the server; none for a server without such a token.
  func serverTokenParts(_ call: ScreenCall) -> [any Component] {
    guard let administrator else { return [] }
    let (say, title) = (call.say, call.say("Administrator's token"))
    guard let stored = administrator.stored else {
      guard administrator.isFromEnvironment else { return [] }
      let rule = say("It is in the environment of the server, and ends when it is changed there.")
      return [
        RowGroup(
          title: title,
          rows: [
            LinkRow(title: Administrator.variable, detail: [rule, use(of: administrator, say)].joined(separator: " "))
          ])
      ]
    }
    let file: [String: Phrase.Argument] = ["file": .text(stored.url.path(percentEncoded: false))]
    var form = AccountForm(action: PeopleAddress.serverToken, fields: [], verb: say("Make another token"))
    form.hidden = [(Self.choice, Self.new)]
    guard case .token? = try? stored.content else {
      (form.title, form.verb) = (title, say("Make a token"))
      form.note = say("It has ended. Programs use tokens of people; a new one of the server would be in {file}.", file)
      return [form]
    }
    let rows = [
      EndableRows.Row(
        title: stored.url.lastPathComponent,
        detail: [say("Administers the server"), use(of: administrator, say)].joined(separator: " · "), value: Self.end)
    ]
    let note = say("It is in {file}. Changes with it have no person: prefer a token of your account.", file)
    return [
      EndableRows(
        title: title, action: PeopleAddress.serverToken, name: Self.choice, rows: rows, verb: say("End"), note: note),
      form,
    ]
  }

  private func use(of administrator: Administrator, _ say: Localizer) -> String {
    administrator.lastUse.map { say("Last used: {time}", ["time": .text(DateText.long($0, in: say))]) }
      ?? say("Not used yet")
  }

  /// Ends the token, or makes another.
  func setServerToken(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let changer = try changer(call)
    guard let stored = administrator?.stored else { throw ScreenFault.noSuchPage }
    let name = stored.url.lastPathComponent
    switch form[Self.choice] {
    case Self.end: try await people.changeServerToken(isEnding: true, name, by: changer) { try stored.end() }
    case Self.new: try await people.changeServerToken(isEnding: false, name, by: changer) { try stored.renew() }
    default: break
    }
    return .seeOther(PeopleAddress.settings)
  }
}
