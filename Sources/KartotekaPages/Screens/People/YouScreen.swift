import Foundation
import HTTPTypes
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// A person's own account.
extension PeopleScreens {
  /// A form of one's own account.
  private enum Part { case account, password, token }

  /// The page.
  func youPage(_ call: ScreenCall) async throws -> ScreenDocument { try await youPage(call, content: []) }

  // content: what was just made. refused: the form that was refused, what was typed, and why.
  private func youPage(
    _ call: ScreenCall, content: [any Component], refused: (part: Part, form: SubmittedForm, error: PeopleError)? = nil
  ) async throws -> ScreenDocument {
    let (say, signed) = (call.say, try signed(call))
    let id = signed.person.id
    guard let person = try await people.person(id) else { throw ScreenFault.noSuchPage }
    func fault(_ part: Part) -> String? { refused?.part == part ? refused.map { say($0.error.phrase) } : nil }
    func typed(_ name: String, _ part: Part) -> String? { refused?.part == part ? refused?.form[name] : nil }
    var account = AccountForm(
      action: PeopleAddress.you,
      fields: [
        .init("name", say.personName, .name, value: typed("name", .account) ?? person.name),
        .init(
          "language", say("Language"),
          .choice([("", say("That of the browser"))] + Language.all.map { ($0.code, $0.ownName) }),
          value: typed("language", .account) ?? person.preferences.language ?? ""),
        .init(
          "time-zone", say("Time zone"), .choice(Self.zones(person.preferences.timeZone, say)),
          value: typed("time-zone", .account) ?? person.preferences.timeZone ?? ""),
      ], note: say("Language and time zone hold on all of your devices."), verb: say("Save"))
    account.fault = fault(.account)
    let others = try await otherCredentials(of: id)
    var password = AccountForm(
      title: say("Password"), action: PeopleAddress.you.appending("password"),
      fields: [
        .init("old", say("Password up to now"), .password), .init("password", say("New password"), .newPassword),
      ],
      note: [say("All other devices are signed out."), others?.list(say)].compactMap(\.self).joined(separator: " "),
      verb: say("Change the password"))
    if try await !people.hasPassword(id) {
      password.fields.removeFirst()
      password.verb = say("Set a password")
    } else if let others {
      password.fields.append(
        others.field(say, value: typed(OtherCredentials.name, .password) ?? OtherCredentials.stay))
    }
    password.hidden = [("name", person.name)]
    password.fault = fault(.password)
    let sessions = try await people.sessions(of: id)
    var parts: [any Component] = [account, signOutForm(say)]
    if let roles = roles(person, say) { parts.append(roles) }
    parts.append(
      RowGroup(
        title: say("Signing in"),
        rows: [
          LinkRow(title: say("Passkeys"), href: PeopleAddress.passkeys),
          LinkRow(title: say("One-time codes"), href: PeopleAddress.codes),
        ]))
    parts.append(sessionRows(sessions, signed, say))
    if let others = othersForm(sessions, say) { parts.append(others) }
    parts += [
      password, try await tokenRows(person, say),
      tokenForm(person, say, fault: fault(.token)) { typed($0, .token) }, await feedRows(person, call),
    ]
    return page(
      person.name, back: (say("All apps"), URLPath()), status: refused?.error.status ?? .ok, call,
      content: DoneNote.parts(call) + content + parts)
  }

  private func signOutForm(_ say: Localizer) -> AccountForm {
    AccountForm(
      action: PeopleAddress.signOut, fields: [],
      note: say("This device forgets the pages that it keeps for reading offline."),
      verb: say("Sign out"))
  }

  private func roles(_ person: Person, _ say: Localizer) -> RowGroup? {
    let rows = titles(say).compactMap { app in
      person.role(in: app.name).map { LinkRow(title: app.title, detail: Self.title($0, say), href: URLPath(app.name)) }
    }
    let note = person.isAdministrator ? say("You administer this server.") : nil
    return rows.isEmpty ? nil : RowGroup(title: say("What you may do"), rows: rows, note: note)
  }

  private func sessionRows(_ sessions: [SessionRow], _ signed: Signed, _ say: Localizer) -> EndableRows {
    EndableRows(
      title: say("Devices"), action: PeopleAddress.you.appending("sessions"), name: "session",
      rows: sessions.map { session in
        let isThis = session.id == signed.credential
        let use = say("Last used: {time}", ["time": .text(DateText.long(session.lastUse, in: say))])
        return .init(
          title: session.device, detail: isThis ? say("This device") : use,
          value: isThis ? nil : session.id.description)
      }, verb: say("Sign out"))
  }

  private func othersForm(_ sessions: [SessionRow], _ say: Localizer) -> AccountForm? {
    guard sessions.count > 1 else { return nil }
    var form = AccountForm(
      action: PeopleAddress.you.appending("sessions"), fields: [], verb: say("Sign out all other devices"))
    form.hidden = [("session", "others")]
    return form
  }

  private func tokenRows(_ person: Person, _ say: Localizer) async throws -> EndableRows {
    let titles = Dictionary(titles(say).map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    let rows = try await people.tokens(of: person.id).map { token in
      let apps = token.apps.map { $0.map { titles[$0] ?? $0 }.joined(separator: ", ") } ?? say("All applications")
      let parts = [
        apps, token.isReadOnly ? say("Reads only") : nil,
        person.mayAdminister(by: token) ? say("Administers the server") : nil,
        token.ends.map { say("Ends: {time}", ["time": .text(DateText.long($0, in: say))]) },
        token.lastUse.map { say("Last used: {time}", ["time": .text(DateText.long($0, in: say))]) }
          ?? say("Not used yet"),
      ].compactMap(\.self)
      return EndableRows.Row(title: token.name, detail: parts.joined(separator: " · "), value: token.id.description)
    }
    return EndableRows(
      title: say("Tokens of programs"), action: PeopleAddress.you.appending("tokens").appending("end"), name: "token",
      rows: rows, verb: say("End"))
  }

  private func feedRows(_ person: Person, _ call: ScreenCall) async -> EndableRows {
    var rows: [EndableRows.Row] = []
    for (app, title) in zip(apps, titles(call.say)) {
      // A file of secrets that can't be read must not take the account away.
      let feeds = (try? await CalendarFeed.all(in: app.store(for: call.context))) ?? []
      rows += feeds.filter { $0.isListed(for: person) }.map { FeedScreen.row($0, in: title.title, call.say) }
    }
    return EndableRows(
      title: call.say("Addresses for calendars"), action: PeopleAddress.you.appending("feeds").appending("end"),
      name: "feed", rows: rows, verb: call.say("End"))
  }

  /// Ends an address that a program for calendars reads.
  func endFeed(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let person = try signed(call).person
    var unread: (any Error)?
    for app in apps {
      let store = app.store(for: call.context)
      do {
        guard
          let feed = try await CalendarFeed.all(in: store).first(where: {
            $0.id == form["feed"] && $0.isListed(for: person)
          })
        else { continue }
        try await feed.end(in: store)
        return .seeOther(PeopleAddress.you)
      } catch { unread = unread ?? error }
    }
    // An address that can't be read now may be one that still works.
    if let unread { throw unread }
    return .seeOther(PeopleAddress.you)
  }

  private func tokenForm(
    _ person: Person, _ say: Localizer, fault: String?, typed: (String) -> String?
  ) -> AccountForm {
    let apps = titles(say).filter { person.role(in: $0.name) != nil }.map { (value: $0.name, name: $0.title) }
    var form = AccountForm(
      title: say("New token"), action: PeopleAddress.you.appending("tokens"),
      fields: [
        .init("token-name", say("For which program"), .text, value: typed("token-name") ?? ""),
        .init(
          "app", say("Application"), .choice([("", say("All applications"))] + apps), value: typed("app") ?? ""),
        .init("days", say("Ends"), .choice(Self.days(say)), value: typed("days") ?? "90"),
        .init("read-only", say("Reads only"), .check, value: typed("read-only") ?? (fault == nil ? "on" : "")),
      ],
      note: [
        say("A program sends it in the header Authorization: Bearer, and may then do what you may do."),
        person.isAdministrator
          ? say("A token for all applications that may also write administers the server, too.") : nil,
      ].compactMap(\.self).joined(separator: " "),
      verb: say("Make a token"))
    form.fault = fault
    return form
  }

  private static func days(_ say: Localizer) -> [(value: String, name: String)] {
    [30, 90, 365].map { (String($0), say("After {count} days", ["count": .count($0)])) } + [("", say("Never"))]
  }

  // MARK: Forms

  // A zone that was chosen stays, also if this server's list lacks it.
  private static func zones(_ chosen: String?, _ say: Localizer) -> [(value: String, name: String)] {
    let known = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") } + ["UTC"]
    let names = Set(known + [chosen].compactMap(\.self)).sorted()
    return [("", say("Time zone of the browser"))] + names.map { ($0, $0.replacing("_", with: " ")) }
  }

  /// Stores name, language and time zone.
  func setAccount(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    let language = form["language"].flatMap { Language.named($0) }
    var preferences = signed.person.preferences
    preferences.language = language?.code
    // A page of an earlier version has no such field.
    if let zone = form["time-zone"] { preferences.timeZone = TaskTimeZone.named(zone) == nil ? nil : zone }
    do {
      try await people.set(name: form["name"] ?? "", preferences, of: signed.person.id, by: .person(signed))
    } catch let error as PeopleError {
      return try await youPage(call, content: [], refused: (.account, form, error))
    }
    var document = ScreenDocument.seeOther(DoneNote.saved.address(PeopleAddress.you))
    document.cookies = [language.map { LanguageScreen.cookie($0) } ?? LanguageScreen.forgotten]
    return document
  }

  /// Changes the password.
  func changePassword(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    do {
      let session = try await people.changePassword(
        of: signed, from: form["old"] ?? "", to: form["password"] ?? "",
        endsOthers: form[OtherCredentials.name] == OtherCredentials.ends,
        device: Self.device(call.request, call.say), at: source(call))
      return entered(session, call, to: DoneNote.password.address(PeopleAddress.you))
    } catch let error as PeopleError {
      return try await youPage(call, content: [], refused: (.password, form, error))
    }
  }

  /// Signs out another device, or all others.
  func endOwnSessions(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    if form["session"] == "others" {
      try await people.endSessions(of: signed.person.id, besides: signed.credential, by: .person(signed))
    } else if let id = form["session"].flatMap({ Int64($0) }) {
      try await people.endSession(CredentialID(id), of: signed.person.id, by: .person(signed))
    }
    return .seeOther(PeopleAddress.you)
  }

  /// Makes a token, which is shown once.
  func makeToken(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    let app = form["app"] ?? ""
    let name = form["token-name"] ?? ""
    do {
      // A token without a name can't be told from others, and stays when its program is gone.
      guard name.contains(where: { $0.isLetter || $0.isNumber }) else { throw PeopleError.name(.empty) }
      let key = try await people.makeToken(
        for: signed.person.id, named: name, apps: app.isEmpty ? nil : [app],
        isReadOnly: form["read-only"] != nil, days: form["days"].flatMap { Int($0) }, by: .person(signed))
      let shown = ShownOnce(text: key, note: call.say("This is the token. It is shown this once."))
      return try await youPage(call, content: [shown])
    } catch let error as PeopleError {
      return try await youPage(call, content: [], refused: (.token, form, error))
    }
  }

  /// Ends a token.
  func endToken(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    if let id = form["token"].flatMap({ Int64($0) }) {
      try await people.endToken(CredentialID(id), of: signed.person.id, by: .person(signed))
    }
    return .seeOther(PeopleAddress.you)
  }
}
