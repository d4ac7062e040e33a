import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// All people, for administrators.
extension PeopleScreens {
  private static let role = "role-"

  // A token administers the server, but changes no accounts.
  func changer(_ call: ScreenCall) throws -> PeopleChanger {
    let signed = try signed(call)
    guard signed.isSession else {
      throw Problem(.forbidden, "Only a person who is signed in in a browser may do this.")
    }
    return .person(signed)
  }

  /// The page.
  func peoplePage(_ call: ScreenCall) async throws -> ScreenDocument { try await peoplePage(call, refused: nil) }

  private func peoplePage(_ call: ScreenCall, refused: (SubmittedForm, PeopleError)?) async throws -> ScreenDocument {
    let (say, _) = (call.say, try signed(call))
    let everybody = try await people.all()
    let links = try await people.invitations().map { link in
      EndableRows.Row(
        title: title(of: link, say),
        detail: say(
          "Made by {name} · ends: {time}",
          ["name": .text(link.maker), "time": .text(DateText.long(link.ends, in: say))]),
        value: link.id.description)
    }
    var invitation = AccountForm(
      title: say("Invite somebody"), action: PeopleAddress.people.appending("invite"),
      fields: roleFields(say) { refused?.0[$0] ?? "" },
      note: say("You get a link and a QR code, for one person and 7 days. Name and password are chosen there."),
      verb: say("Make a link"))
    invitation.fault = refused.map { say($0.1.phrase) }
    return page(
      say("People"), back: (say("All apps"), URLPath()), status: refused?.1.status ?? .ok, call,
      content: list(of: everybody, call) + [
        invitation,
        EndableRows(
          title: say("Links that were not used yet"), action: PeopleAddress.people.appending("links"), name: "link",
          rows: links, verb: say("End")),
        RowGroup(
          rows: [
            LinkRow(
              title: say("Settings of the server"), detail: say("Sharing in the network, how long sessions last"),
              symbol: .gear,
              href: PeopleAddress.settings),
            Self.auditRow(say),
          ]),
      ])
  }

  private func list(of everybody: [Person], _ call: ScreenCall) -> [any Component] {
    let rows = everybody.map { person in
      LinkRow(title: person.name, detail: summary(of: person, call.say), symbol: .person, href: address(person.id))
    }
    return PeopleList.parts(rows, at: PeopleAddress.people, call)
  }

  private func address(_ person: PersonID) -> URLPath { PeopleAddress.people.appending(person.number) }

  private func summary(of person: Person, _ say: Localizer) -> String {
    if person.isAdministrator { return say("Administrator") }
    let roles = titles(say).compactMap { app in
      person.roles[app.name].map { "\(app.title): \(Self.title($0, say))" }
    }
    return roles.isEmpty ? say("May use no application") : roles.joined(separator: " · ")
  }

  private func title(of link: Invitation, _ say: Localizer) -> String {
    switch link.purpose {
    case .firstAdministrator: say("First administrator")
    case .password(_, let name): say("New password of {name}", ["name": .text(name)])
    case .account(let roles, let isAdministrator):
      isAdministrator
        ? say("Administrator")
        : titles(say).compactMap { app in roles[app.name].map { "\(app.title): \(Self.title($0, say))" } }
          .joined(separator: " · ")
    }
  }

  private func roleFields(_ say: Localizer, _ value: (String) -> String) -> [AccountForm.Field] {
    let options = [("", say("Not at all"))] + Role.allCases.map { ($0.rawValue, Self.title($0, say)) }
    return titles(say).map { app in
      .init(Self.role + app.name, app.title, .choice(options), value: value(Self.role + app.name))
    } + [
      .init("administrator", say("Administers the server: may do everything"), .check, value: value("administrator"))
    ]
  }

  // Roles in applications that are not there at the moment stay.
  private func roles(_ form: SubmittedForm, over known: [String: Role] = [:]) -> [String: Role] {
    apps.reduce(into: known) { roles, app in
      roles[app.name] = form[Self.role + app.name].flatMap { Role(rawValue: $0) }
    }
  }

  // MARK: Links

  /// Makes an invitation.
  func invite(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let changer = try changer(call)
    do {
      let link = try await people.invite(
        roles: roles(form), isAdministrator: form["administrator"] != nil, by: changer)
      return linkPage(link, call, back: (call.say("People"), PeopleAddress.people))
    } catch let error as PeopleError {
      return try await peoplePage(call, refused: (form, error))
    }
  }

  /// Makes a link for a new password.
  func passwordLink(_ call: ScreenCall) async throws -> ScreenDocument {
    let (changer, person) = (try changer(call), try await person(call))
    return try await answering(call, person) {
      linkPage(
        try await people.passwordLink(for: person.id, by: changer), call, back: (person.name, address(person.id)))
    }
  }

  // It is shown once. The form is not sent again by going back.
  private func linkPage(_ link: NewLink, _ call: ScreenCall, back: (String, URLPath)) -> ScreenDocument {
    let say = call.say
    let scheme = call.context.isEncrypted ? "https" : "http"
    var server = "\(scheme)://\(call.request.head.authority ?? "")"
    // The loopback address means another machine elsewhere.
    if let shared, WebContext.namesLoopback(call.request.head.authority ?? "") {
      server = shared.server(at: shared.hosts[0])
    }
    let address = server + PeopleAddress.link(link.key).text
    let ends = say(
      "It can be used once, until {time}. It is shown only now.",
      ["time": .text(DateText.long(link.invitation.ends, in: say))])
    var content: [any Component] = [
      AddressCode(address: address),
      BackupNotice(text: say("Send the link, or let the other phone scan the code.") + " " + ends, isBad: false),
    ]
    if let shared { content.append(shared.trustNote) }
    return page(
      say("A link for one person"), lead: title(of: link.invitation, say), back: back, call, content: content)
  }

  /// Ends a link.
  func endLink(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let changer = try changer(call)
    if let id = form["link"].flatMap({ Int64($0) }) { try await people.endInvitation(CredentialID(id), by: changer) }
    return .seeOther(PeopleAddress.people)
  }

  // MARK: A person

  private func person(_ call: ScreenCall) async throws -> Person {
    guard let person = try await people.person(PersonID(try call.number("id"))) else { throw ScreenFault.noSuchPage }
    return person
  }

  /// The page of a person.
  func personPage(_ call: ScreenCall) async throws -> ScreenDocument {
    _ = try signed(call)
    return try await personPage(try await person(call), call)
  }

  private func personPage(
    _ person: Person, _ call: ScreenCall, refused: (SubmittedForm, PeopleError)? = nil
  ) async throws -> ScreenDocument {
    let (say, path) = (call.say, address(person.id))
    var form = AccountForm(
      action: path,
      fields: roleFields(say) { name in
        if let typed = refused?.0 { return typed[name] ?? "" }
        if name == "administrator" { return person.isAdministrator ? "on" : "" }
        return person.roles[String(name.dropFirst(Self.role.count))]?.rawValue ?? ""
      }, verb: say("Save"))
    (form.fault, form.isMain) = (refused.map { say($0.1.phrase) }, true)
    let sessions = try await people.sessions(of: person.id)
    let devices = RowGroup(
      title: say("Devices"),
      rows: sessions.map { session in
        LinkRow(
          title: session.device,
          detail: say("Last used: {time}", ["time": .text(DateText.long(session.lastUse, in: say))]))
      })
    let end = AccountForm(action: path.appending("sessions"), fields: [], verb: say("Sign out all devices"))
    let password = AccountForm(
      title: say("Password"), action: path.appending("password"), fields: [],
      note: say("For somebody who has forgotten it. It is valid for a day."),
      verb: say("Make a link for a new password"))
    let removal = RowGroup(
      rows: [LinkRow(title: say("Remove"), href: path.appending("remove"), isDangerous: true)])
    var all: [any Component] = sessions.isEmpty ? [form, password] : [form, devices, end, password]
    if try await people.secondFactor(of: person.id) != nil {
      all.append(
        AccountForm(
          title: say("One-time codes"), action: path.appending("codes"), fields: [],
          note: say("For somebody who has lost the phone and the recovery codes."), verb: say("Stop asking for codes")))
    }
    if let identity = person.identity { all.append(RowGroup(rows: [Self.auditRow(say, of: identity)])) }
    all.append(removal)
    return page(
      person.name, lead: summary(of: person, say), back: (say("People"), PeopleAddress.people),
      status: refused?.1.status ?? .ok, call, content: all)
  }

  // A refusal is shown on the person's page.
  private func answering(
    _ call: ScreenCall, _ person: Person, _ form: SubmittedForm? = nil, _ work: () async throws -> ScreenDocument
  ) async throws -> ScreenDocument {
    do { return try await work() } catch let error as PeopleError {
      guard let form else { throw ScreenFault.refused(error.phrase, address(person.id)) }
      return try await personPage(person, call, refused: (form, error))
    }
  }

  /// Stores the roles.
  func setRoles(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (changer, person) = (try changer(call), try await person(call))
    return try await answering(call, person, form) {
      try await people.set(
        roles: roles(form, over: person.roles), isAdministrator: form["administrator"] != nil, of: person.id,
        by: changer)
      return .seeOther(PeopleAddress.people)
    }
  }

  /// Signs out all devices of a person.
  func endSessions(_ call: ScreenCall) async throws -> ScreenDocument {
    let (changer, person) = (try changer(call), try await person(call))
    return try await answering(call, person) {
      try await people.endSessions(of: person.id, besides: nil, by: changer)
      return .seeOther(address(person.id))
    }
  }

  /// The question before a person is removed.
  func removalPage(_ call: ScreenCall) async throws -> ScreenDocument {
    _ = try signed(call)
    let (say, person) = (call.say, try await person(call))
    var form = AccountForm(action: address(person.id).appending("remove"), fields: [], verb: say("Remove"))
    form.isDangerous = true
    return page(
      say("Remove {title}", ["title": .text(person.name)]),
      lead: say("All devices and programs are signed out at once. The name stays in the history of what was changed."),
      back: (person.name, address(person.id)), call, content: [form])
  }

  /// Removes a person.
  func remove(_ call: ScreenCall) async throws -> ScreenDocument {
    let (changer, person) = (try changer(call), try await person(call))
    return try await answering(call, person) {
      try await people.remove(person.id, by: changer)
      return .seeOther(PeopleAddress.people)
    }
  }
}
