import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The token of the server that belongs to no person, for administrators.
extension PeopleScreens {
  private static let (choice, mark, end, new) = ("token", "mark", "end", "new")

  /// The token is no longer the one of the page that was sent.
  private struct OtherToken: Error {}

  /// The part of the settings of the server; none for a server without such a token.
  /// - Parameter isOfOther: whether the token is no longer the one that was to be changed.
  func serverTokenParts(_ call: ScreenCall, isOfOther: Bool) -> [any Component] {
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
    var form = AccountForm(action: PeopleAddress.serverToken, fields: [], verb: say("Replace"))
    let mark = (name: Self.mark, value: stored.mark)
    form.hidden = [(Self.choice, Self.new), mark]
    if isOfOther { form.fault = say("The token was changed meanwhile. This is how it is now.") }
    switch try? stored.content {
    case .token?: break
    case .ended?:
      (form.title, form.verb) = (title, say("Make a token"))
      form.note = say("It has ended. Programs use tokens of people; a new one of the server would be in {file}.", file)
      return [form]
    case .missing?, nil:
      (form.title, form.verb) = (title, say("Make a token"))
      form.note = say("Its file, {file}, is missing or can't be read. A new token takes its place.", file)
      return [form]
    }
    form.note = say("Programs with the present one are refused at once.")
    let rows = [
      EndableRows.Row(
        title: stored.url.lastPathComponent,
        detail: [say("Administers the server"), use(of: administrator, say)].joined(separator: " · "), value: Self.end)
    ]
    let note = say("It is in {file}. Changes with it have no person: prefer a token of your account.", file)
    var list = EndableRows(
      title: title, action: PeopleAddress.serverToken, name: Self.choice, rows: rows, verb: say("End"), note: note)
    list.hidden = [mark]
    return [list, form]
  }

  private func use(of administrator: Administrator, _ say: Localizer) -> String {
    administrator.lastUse.map { say("Last used: {time}", ["time": .text(DateText.long($0, in: say))]) }
      ?? say("Not used yet")
  }

  /// Ends the token, or puts another one in its place, if it is still the one of the page that was sent.
  func setServerToken(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let changer = try changer(call)
    guard let stored = administrator?.stored else { throw ScreenFault.noSuchPage }
    guard let choice = form[Self.choice], [Self.end, Self.new].contains(choice) else {
      return .seeOther(PeopleAddress.settings)
    }
    let (isEnding, mark) = (choice == Self.end, form[Self.mark])
    do {
      try await people.changeServerToken(isEnding: isEnding, stored.url.lastPathComponent, by: changer) {
        guard stored.mark == mark else { throw OtherToken() }
        if isEnding { return try stored.end() }
        try stored.renew()
        return true
      }
    } catch is OtherToken {
      return try await settingsPage(call, refused: nil, isOfOtherToken: true)
    }
    return .seeOther(PeopleAddress.settings)
  }
}
