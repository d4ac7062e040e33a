import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// Signing in and out, and links that can be used once.
extension PeopleScreens {
  // MARK: Signing in

  /// The page on which somebody begins to sign in, by their name. A person who is signed in goes on, unless the session needs a
  /// second factor: a passkey may be one.
  func signInPage(_ call: ScreenCall) async throws -> ScreenDocument {
    let to = call.asked.query[PeopleAddress.to]
    if let signed = call.context.asker.signed, !signed.needsFactor { return .seeOther(Self.address(to)) }
    return try await signInPage(call, name: "", to: to)
  }

  /// The page that asks for the name or, with a name, the one that asks for its password. No account is looked up: the latter is
  /// the same for a name that nobody has.
  func signInPage(
    _ call: ScreenCall, name: String = "", to: String?, fault: PeopleError? = nil
  ) async throws -> ScreenDocument {
    let say = call.say
    guard try await !people.isEmpty else {
      // Only a server that lets in nobody without an account has strangers then.
      guard case .stranger = call.context.asker else { throw ScreenFault.noSuchPage }
      return page(
        say("Not set up yet"),
        lead: shared == nil
          ? say("The first person is an administrator: kartoteka people add NAME --administrator")
          : say(
            "The administrator opens the link first that the server printed when it was started. Later you can sign in here."
          ),
        call, content: [LanguageLinks(returnTo: call.asked.address)])
    }
    let way = to.flatMap { URLPath(local: $0) }
    let start = PeopleAddress.signIn.with(PeopleAddress.to, unlessEmpty: way?.text ?? "")
    let passkey = try await passkeyButton(name: name, to: to, call)
    var form =
      name.isEmpty
      ? nameForm(fault, offersPasskeys: passkey != nil, say) : passwordForm(of: name, start: start, say)
    form.isMain = true
    if let way { form.hidden = [(PeopleAddress.to, way.text)] }
    if fault?.isOfName != true { form.fault = fault.map { say($0.phrase) } }
    let content: [(any Component)?] = [form, passkey, LanguageLinks(returnTo: start)]
    return page(
      say("Sign in"), door: siteName(to: to, say), status: fault?.status ?? .ok, call,
      content: content.compactMap(\.self))
  }

  private func nameForm(_ fault: PeopleError?, offersPasskeys: Bool, _ say: Localizer) -> AccountForm {
    let words = fault?.isOfName == true ? fault.map { say($0.phrase) } : nil
    var form = AccountForm(
      action: PeopleAddress.signIn,
      fields: [.init("name", say.personName, offersPasskeys ? .nameOrPasskey : .name, fault: words, hasFocus: true)],
      verb: say("Go on"))
    form.takesFilledPassword = true
    return form
  }

  private func passwordForm(of name: String, start: URLPath, _ say: Localizer) -> AccountForm {
    var form = AccountForm(
      action: PeopleAddress.signIn,
      fields: [
        .init("name", say.personName, .typedName, value: name),
        .init("password", say("Password"), .password, hasFocus: true),
      ],
      note: say("If you have forgotten the password, ask an administrator for a link."), verb: say("Sign in"))
    form.other = (say("Not you?"), start)
    return form
  }

  /// Goes on from the name to the password, and signs in who has typed both.
  func signIn(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (name, to, typed) = (form["name"] ?? "", form[PeopleAddress.to], form["password"])
    let filled = typed == nil ? form[AccountForm.filledPassword] ?? "" : ""
    let password = typed ?? filled
    // Without a name, a password is no attempt either: browsers fill it in alone.
    do { _ = try PersonName.name(in: name) } catch .empty {
      return try await signInPage(call, to: to, fault: .name(.empty))
    } catch {}
    // Return pressed twice brings an empty password to the second page: it is no attempt.
    guard !password.isEmpty else {
      var page = try await signInPage(call, name: name, to: to)
      if typed != nil { page.status = .unprocessableContent }
      return page
    }
    do {
      let session = try await people.signIn(
        name: name, password: password, device: Self.device(call.request, call.say),
        from: source(call),
        replacing: SessionCookie.key(in: call.request, call.context))
      return entered(session, call, to: Self.address(to))
    } catch PeopleError.codeNeeded(let ticket) {
      return codePage(ticket, to: to, call)
    } catch PeopleError.wrongNameOrPassword where typed == nil {
      // The browser has filled in an old password, or that of another name.
      return try await signInPage(call, name: name, to: to)
    } catch let error as PeopleError {
      return try await signInPage(call, name: name, to: to, fault: error)
    }
  }

  // Only an address of this server. Signing in again leads nowhere.
  static func address(_ text: String?) -> URLPath {
    guard let path = text.flatMap({ URLPath(local: $0) }), !path.text.hasPrefix(PeopleAddress.signIn.text) else {
      return URLPath()
    }
    return path
  }

  /// Signs a person out. The browser removes what it has stored.
  func signOut(_ call: ScreenCall) async throws -> ScreenDocument {
    guard try await !people.isEmpty else { throw ScreenFault.noSuchPage }
    if let signed = call.context.asker.signed, signed.isSession {
      do { try await people.signOut(signed) } catch {
        // Such as a full disk. The device forgets the key all the same, and the session ends when it is not used.
        call.context.logger.error("A session could not be ended", metadata: ["error": "\(error)"])
      }
    }
    var document = ScreenDocument.seeOther(PeopleAddress.signIn)
    document.cookies = [SessionCookie.removal(to: call.request, call.context)] + forgottenChanges(call.request)
    document.clearsStorage = true
    return document
  }

  // MARK: Links

  func invitation(_ key: String) async throws -> Invitation {
    guard let invitation = try await people.invitation(key) else { throw PeopleError.linkEnded }
    return invitation
  }

  /// The page of a link.
  func linkPage(_ call: ScreenCall) async throws -> ScreenDocument {
    let key = call.asked.query[PeopleAddress.key] ?? ""
    do { return try await linkPage(try await invitation(key), key, call) } catch let error as PeopleError {
      return ended(error, call)
    }
  }

  // Most of those who open it have used it: by the browser's Back, or from the message in which it came.
  func ended(_ error: PeopleError, _ call: ScreenCall) -> ScreenDocument {
    let (say, asker) = (call.say, call.context.asker)
    let way =
      asker.signed == nil
      ? LinkRow(title: say("Sign in"), href: PeopleAddress.signIn) : LinkRow(title: say("All apps"), href: URLPath())
    return page(
      say("This link has ended"), lead: say(error.phrase), door: siteName(say), status: .gone, call,
      content: asker.hasPeople ? [RowGroup(rows: [way])] : [])
  }

  // passkeyFault: that of the form with a passkey.
  func linkPage(
    _ invitation: Invitation, _ key: String, _ call: ScreenCall, name: String = "", fault: PeopleError? = nil,
    passkeyFault: PeopleError? = nil
  ) async throws -> ScreenDocument {
    let say = call.say
    func words(_ isConcerned: Bool) -> String? { isConcerned ? fault.map { say($0.phrase) } : nil }
    var fields: [AccountForm.Field] = []
    let (title, lead): (String, String)
    switch invitation.purpose {
    case .firstAdministrator:
      title = say("Make your account")
      lead = say("You will administer this server: invite others, and say what they may do.")
    case .account(let roles, let isAdministrator):
      title = say("Make your account")
      lead = offer(roles, isAdministrator, by: invitation.maker, say)
    case .password(_, let person):
      title = say("A new password")
      lead = say("For {name}. All other devices are signed out.", ["name": .text(person)])
    }
    var hidden = [(PeopleAddress.key, key)]
    var others: OtherCredentials?
    if case .password(let id, let person) = invitation.purpose {
      others = try await otherCredentials(of: id)
      // Of the browser's list of passwords it is the one of this name.
      hidden.append(("name", person))
    } else {
      fields.append(
        .init(
          "name", say.personName, .name, value: name, fault: words(fault?.isOfName == true),
          hasFocus: fault?.isOfPassword != true))
    }
    fields.append(
      .init(
        "password", say("Password"), .newPassword, fault: words(fault?.isOfPassword == true),
        hasFocus: fields.isEmpty || fault?.isOfPassword == true))
    if let others { fields.append(others.field(say, value: OtherCredentials.ends)) }
    let advice = say("At least 8 characters. Several words are easy to remember and hard to guess.")
    var form = AccountForm(
      action: PeopleAddress.link, fields: fields,
      note: [advice, others?.list(say)].compactMap(\.self).joined(separator: " "), verb: say("Go on"))
    (form.hidden, form.isMain) = (hidden, true)
    if fault?.isOfName == false, fault?.isOfPassword == false { form.fault = words(true) }
    let passkey = linkPasskeyForm(invitation, key, call, name: name, fault: passkeyFault)
    let content: [(any Component)?] = [form, passkey, LanguageLinks(returnTo: PeopleAddress.link(key))]
    return page(
      title, lead: lead, door: siteName(say), status: (fault ?? passkeyFault)?.status ?? .ok, call,
      content: content.compactMap(\.self))
  }

  private func offer(_ roles: [String: Role], _ isAdministrator: Bool, by maker: String, _ say: Localizer) -> String {
    let invited = say("{name} invites you.", ["name": .text(maker)])
    if isAdministrator { return invited + " " + say("You will administer this server.") }
    let apps = titles(say).compactMap { app in
      roles[app.name].map { "\(app.title): \(Self.title($0, say))" }
    }
    return ([invited] + apps).joined(separator: " · ")
  }

  /// Uses a link up.
  func accept(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let (key, name, password) = (form[PeopleAddress.key] ?? "", form["name"] ?? "", form["password"] ?? "")
    do {
      let invitation = try await invitation(key)
      do {
        // A person who is signed in stays who they are until the link is used.
        let session = try await people.accept(
          key, name: name, password: password,
          endsOthers: form[OtherCredentials.name] != OtherCredentials.stay,
          device: Self.device(call.request, call.say), from: source(call),
          replacing: SessionCookie.key(in: call.request, call.context))
        return entered(session, call, to: URLPath())
      } catch PeopleError.codeNeeded(let ticket) {
        return codePage(ticket, to: nil, call)
      } catch PeopleError.passkeyNeeded {
        return try await signInPage(call, to: nil, fault: .passkeyNeeded)
      } catch let error as PeopleError where error != .linkEnded && error != .hasPeople {
        return try await linkPage(invitation, key, call, name: name, fault: error)
      }
    } catch let error as PeopleError {
      return ended(error, call)
    }
  }
}
