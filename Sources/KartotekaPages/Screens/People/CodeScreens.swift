import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// One-time codes: asked for after the password, and set up on a person's own account.
extension PeopleScreens {
  // MARK: Signing in

  /// The page that asks for a code, after the password was right.
  /// - Parameter ticket: that of the error which asks for the code.
  func codePage(_ ticket: String, to: String?, _ call: ScreenCall, fault: PeopleError? = nil) -> ScreenDocument {
    let say = call.say
    var form = AccountForm(
      action: PeopleAddress.signInCode,
      fields: [
        .init("code", say("Code"), .code, fault: fault.map { say($0.phrase) }, hasFocus: true)
      ], note: say("Without the phone, one of your recovery codes does it, too. It works once."), verb: say("Sign in"))
    form.isMain = true
    form.hidden = [("ticket", ticket)]
    if let to = to.flatMap({ URLPath(local: $0) }) { form.hidden.append((PeopleAddress.to, to.text)) }
    return page(
      say("Sign in"), lead: say("Type the six digits that the app on your phone shows."), door: siteName(to: to, say),
      status: fault?.status ?? .ok, call, content: [form])
  }

  /// Signs somebody in by a code.
  func signInByCode(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (ticket, to) = (form["ticket"] ?? "", form[PeopleAddress.to])
    do {
      let session = try await people.signIn(
        code: form["code"] ?? "", ticket: ticket, device: Self.device(call.request, call.say), from: source(call),
        replacing: SessionCookie.key(in: call.request, call.context))
      return entered(session, call, to: Self.address(to))
    } catch PeopleError.ticketEnded {
      return try await signInPage(call, to: to, fault: .ticketEnded)
    } catch let error as PeopleError {
      return codePage(ticket, to: to, call, fault: error)
    }
  }

  // MARK: One's own account

  private static let codes = PeopleAddress.codes

  /// The page with which codes are begun and ended.
  func codesPage(_ call: ScreenCall) async throws -> ScreenDocument { try await codesPage(call, fault: nil) }

  private func codesPage(
    _ call: ScreenCall, fault: (action: URLPath, error: PeopleError)?
  ) async throws -> ScreenDocument {
    let (say, signed) = (call.say, try signed(call))
    if try await people.hasPasskey(for: signed) { return try await passkeyFirstPage(call, fault: fault?.error) }
    guard try await people.hasPassword(signed.person.id) else { return codesWithoutPassword(signed, call) }
    func form(_ title: String, _ action: URLPath, _ note: String, _ verb: String, isDangerous: Bool = false)
      -> AccountForm
    {
      let id = "password" + action.text.replacing("/", with: "-")
      var form = AccountForm(
        title: title, action: action, fields: [.init("password", say("Password"), .password, id: id)],
        note: note, verb: verb)
      form.isDangerous = isDangerous
      form.hidden = [("name", signed.person.name)]
      if fault?.action == action { form.fault = fault.map { say($0.error.phrase) } }
      return form
    }
    var forms: [any Component]
    if let state = try await people.secondFactor(of: signed.person.id) {
      let left = say("{count} recovery codes are left.", ["count": .count(state.recoveryCodes)])
      forms = [
        form(
          say("New recovery codes"), Self.codes.appending("recovery"),
          left + " " + say("Those that you have up to now stop working."), say("Make new recovery codes")),
        form(
          say("Stop asking for codes"), Self.codes.appending("end"),
          say("The name and the password are then enough to sign in."), say("Stop asking for codes"), isDangerous: true),
      ]
    } else {
      forms = [
        form(
          say("Begin"), Self.codes.appending("start"),
          say("You need an app for one-time codes on your phone, such as Aegis, FreeOTP or that of your passwords."),
          say("Go on"))
      ]
    }
    if signed.needsFactor {
      forms.insert(
        BackupNotice(text: say("This server requires a second factor. Set one up before you go on."), isBad: false),
        at: 0)
      forms.append(
        RowGroup(
          rows: [LinkRow(title: say("A passkey instead"), href: PeopleAddress.passkeys)],
          note: say("It counts if the device asks for your finger, your face or a PIN.")))
      forms.append(
        AccountForm(action: PeopleAddress.signOut, fields: [], verb: say("Sign out")))
    }
    return page(
      say("One-time codes"),
      lead: say(
        "After the password, a code from your phone is asked for. Nobody who has only your password can sign in."),
      back: signed.needsFactor ? nil : (signed.person.name, PeopleAddress.you), status: fault?.error.status ?? .ok,
      call,
      content: forms)
  }

  private func codesWithoutPassword(_ signed: Signed, _ call: ScreenCall) -> ScreenDocument {
    page(
      call.say("One-time codes"), lead: call.say("Codes are asked for after a password, and you have none."),
      back: (signed.person.name, PeopleAddress.you), call,
      content: [RowGroup(rows: [LinkRow(title: call.say("Set a password"), href: PeopleAddress.you)])])
  }

  /// Shows a new secret after the password.
  func startCodes(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    try await refusing("start", call) {
      let new = try await people.startSecondFactor(
        of: signed(call), password: form["password"] ?? "", from: source(call))
      return try secretPage(new, call)
    }
  }

  private func secretPage(
    _ new: NewSecondFactor, _ call: ScreenCall, fault: PeopleError? = nil
  ) throws -> ScreenDocument {
    let (say, signed) = (call.say, try signed(call))
    let issuer = call.request.head.authority ?? call.say(assets.product)
    var form = AccountForm(
      action: Self.codes.appending("confirm"),
      fields: [.init("code", say("Code"), .code, fault: fault.map { say($0.phrase) }, hasFocus: true)],
      note: say("Type the six digits that the app then shows."), verb: say("Ask for codes from now on"))
    (form.isMain, form.hidden) = (true, [("ticket", new.ticket)])
    let key = ScannedKey(
      address: new.codes.address(issuer: issuer, account: signed.person.name), text: new.codes.base32,
      note: say("Or type this key into the app."))
    return page(
      say("One-time codes"), lead: say("Scan the code with the app on your phone."),
      back: (signed.person.name, PeopleAddress.you), status: fault?.status ?? .ok, call, content: [key, form])
  }

  /// Begins to ask for codes, if the first one is right.
  func confirmCodes(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (ticket, signed) = (form["ticket"] ?? "", try signed(call))
    return try await refusing("start", call) {
      do {
        return recoveryPage(
          try await people.confirmSecondFactor(
            ticket: ticket, code: form["code"] ?? "", of: signed, from: source(call)), call)
      } catch let error as PeopleError where error != .ticketEnded {
        return try secretPage(try await people.newSecondFactor(ticket: ticket, of: signed), call, fault: error)
      }
    }
  }

  /// Makes new recovery codes.
  func makeRecoveryCodes(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    try await refusing("recovery", call) {
      recoveryPage(
        try await people.makeRecoveryCodes(of: signed(call), password: form["password"] ?? "", from: source(call)), call
      )
    }
  }

  /// Asks for no codes any more.
  func endCodes(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    try await refusing("end", call) {
      try await people.removeSecondFactor(of: signed(call), password: form["password"] ?? "", from: source(call))
      return .seeOther(PeopleAddress.you)
    }
  }

  /// Asks for no codes of another person any more.
  func endCodesOfPerson(_ call: ScreenCall) async throws -> ScreenDocument {
    let (signed, id) = (try signed(call), PersonID(try call.number("id")))
    // One's own are ended with the password.
    guard signed.person.id != id else { return .seeOther(PeopleAddress.codes) }
    do { try await people.endSecondFactor(of: id, by: .person(signed)) } catch let error as PeopleError {
      throw ScreenFault.refused(error.phrase, PeopleAddress.people)
    }
    return .seeOther(PeopleAddress.people.appending(id.description))
  }

  private func recoveryPage(_ codes: [RecoveryCode], _ call: ScreenCall) -> ScreenDocument {
    let say = call.say
    let list = ShownList(
      texts: codes.map(\.text),
      note: say(
        "Each of them replaces a code once, if the phone is lost. They are shown this once: print them or write them down."
      ))
    return page(
      say("Recovery codes"), back: (say("Your account"), PeopleAddress.you), call, content: [list])
  }

  private func refusing(
    _ form: String, _ call: ScreenCall, _ body: () async throws -> ScreenDocument
  ) async throws -> ScreenDocument {
    do { return try await body() } catch let error as PeopleError {
      return try await codesPage(call, fault: (Self.codes.appending(form), error))
    }
  }
}
