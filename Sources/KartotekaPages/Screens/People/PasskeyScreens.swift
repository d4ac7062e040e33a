import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// Passkeys: signing in with one, and a person's own.
extension PeopleScreens {
  /// The site of the page that a browser shows; nil where it has no passkeys.
  func site(_ call: ScreenCall) -> PasskeySite? {
    let authority = (call.request.head.authority ?? "").lowercased()
    return PasskeySite(origin: (call.context.isEncrypted ? "https://" : "http://") + authority)
  }

  // MARK: Signing in

  /// The button with which somebody signs in; nil where nobody can.
  /// - Parameter name: the name beside which it stands, for the page after a refusal; empty for none.
  func passkeyButton(name: String = "", to: String?, _ call: ScreenCall) async throws -> PasskeyForm? {
    guard site(call) != nil, try await people.hasPasskeys else { return nil }
    var form = PasskeyForm(
      options: PeopleAddress.signInPasskey.appending("options"), action: PeopleAddress.signInPasskey, fields: [],
      verb: call.say("Sign in with a passkey"))
    if let to = to.flatMap({ URLPath(local: $0) }) { form.hidden = [(PeopleAddress.to, to.text)] }
    if !name.isEmpty { form.hidden.append(("name", name)) }
    return form
  }

  /// The question to a browser, as JSON.
  func passkeyRequest(_ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call), let options = try await people.passkeyRequest(at: site) else {
      throw ScreenFault.noSuchPage
    }
    return Self.json(options)
  }

  /// Signs somebody in by what the browser answers.
  func signInByPasskey(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call) else { throw ScreenFault.noSuchPage }
    let to = form[PeopleAddress.to]
    do {
      let session = try await people.signIn(
        passkey: form["answer"] ?? "", at: site, device: Self.device(call.request, call.say), from: source(call),
        replacing: SessionCookie.key(in: call.request, call.context))
      return entered(session, call, to: Self.address(to))
    } catch PeopleError.codeNeeded(let ticket) {
      return codePage(ticket, to: to, call)
    } catch let error as PeopleError {
      return try await signInPage(call, name: form["name"] ?? "", to: to, fault: error)
    }
  }

  // MARK: One's own account

  /// The page with a person's passkeys.
  func passkeysPage(_ call: ScreenCall) async throws -> ScreenDocument { try await passkeysPage(call, fault: nil) }

  private func passkeysPage(_ call: ScreenCall, fault: PeopleError?) async throws -> ScreenDocument {
    let (say, signed) = (call.say, try signed(call))
    if try await people.hasPasskey(for: signed) { return try await passkeyFirstPage(call, fault: fault) }
    let rows = try await people.passkeys(of: signed.person.id).map { key in
      let use = key.lastUse.map { say("Last used: {time}", ["time": .text(DateText.long($0, in: say))]) }
      let parts = [key.isSynced ? say("On all your devices") : nil, use ?? say("Not used yet")].compactMap(\.self)
      return EndableRows.Row(title: key.name, detail: parts.joined(separator: " · "), value: key.id.description)
    }
    let hasPassword = try await people.hasPassword(signed.person.id)
    var content: [any Component] = [
      EndableRows(
        title: say("Your passkeys"), action: PeopleAddress.passkeys.appending("end"), name: "passkey", rows: rows,
        verb: say("Remove"))
    ]
    if !hasPassword {
      content.append(
        RowGroup(
          rows: [LinkRow(title: say("Set a password"), href: PeopleAddress.you)],
          note: say(
            "You have no password. Add a passkey of another device, or set a password: otherwise, if this device is lost, you need a link of an administrator."
          )))
    }
    if let reason = hindrance(call) {
      content.append(Told(text: reason))
    } else {
      var form = PasskeyForm(
        options: PeopleAddress.passkeys.appending("options"), action: PeopleAddress.passkeys,
        fields: [
          .init("label", say("Name of the passkey"), .text, value: Self.device(call.request, say))
        ] + (hasPassword ? [.init("password", say("Password"), .password)] : []), verb: say("Add a passkey"))
      form.fault = fault.map { say($0.phrase) }
      content.append(form)
    }
    return page(
      say("Passkeys"),
      lead: say("You sign in with your finger, your face or the PIN of the device, and without a password."),
      back: signed.needsFactor
        ? (say("One-time codes"), PeopleAddress.codes) : (signed.person.name, PeopleAddress.you),
      status: fault?.status ?? .ok, call, content: content)
  }

  /// The page of a person whose session needs a second factor, and who has a passkey: nothing else takes its place. Signing out would
  /// remove what the browser keeps of this person, so that signing in with the passkey is offered here.
  func passkeyFirstPage(_ call: ScreenCall, fault: PeopleError?) async throws -> ScreenDocument {
    let say = call.say
    let button = try await passkeyButton(to: nil, call)
    let content: [(any Component)?] = [
      BackupNotice(text: say(PeopleError.passkeyNeeded.phrase), isBad: false), button,
      button == nil ? hindrance(call).map { Told(text: $0) } : nil,
      AccountForm(action: PeopleAddress.signOut, fields: [], verb: say("Sign out")),
    ]
    return page(
      say("Passkeys"), status: fault?.status ?? .ok, call, content: content.compactMap(\.self))
  }

  private func hindrance(_ call: ScreenCall) -> String? {
    if !PasskeyCeremony.isAvailable {
      return call.say(
        "The server has no library for passkeys. On Debian it is in the package {package}.",
        ["package": .text("libfido2-1")])
    }
    return site(call) == nil
      ? call.say("Passkeys need an address with HTTPS and a name, such as https://kartoteka.local.") : nil
  }

  /// The question to a browser for a new passkey, as JSON, after the password.
  func passkeyCreation(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call) else { throw ScreenFault.noSuchPage }
    do {
      return Self.json(
        try await people.startPasskey(
          of: signed(call), password: form["password"] ?? "", at: site, named: call.say(assets.product),
          from: source(call)))
    } catch let error as PeopleError {
      return Self.json(["fault": .string(call.say(error.phrase))], status: error.status)
    }
  }

  /// Adds the passkey of what the browser answers.
  func addPasskey(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call) else { throw ScreenFault.noSuchPage }
    do {
      try await people.addPasskey(form["answer"] ?? "", named: form["label"] ?? "", of: signed(call), at: site)
    } catch let error as PeopleError {
      return try await passkeysPage(call, fault: error)
    }
    return .seeOther(PeopleAddress.passkeys)
  }

  /// Removes a passkey.
  func endPasskey(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let signed = try signed(call)
    if let id = form["passkey"].flatMap({ Int64($0) }) {
      do {
        try await people.endPasskey(CredentialID(id), of: signed.person.id, by: .person(signed))
      } catch let error as PeopleError where [.passkeyNeeded, .lastPasskey].contains(error) {
        return try await passkeysPage(call, fault: error)
      }
    }
    return .seeOther(PeopleAddress.passkeys)
  }

  /// An answer to a script.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> ScreenDocument {
    var writer = JSONWriter()
    writer.value(value)
    var document = ScreenDocument.file(
      [.contentType: "application/json", .cacheControl: "no-store"],
      ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    document.status = status
    return document
  }
}
