import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// A passkey in the place of the password of an account that a link makes.
extension PeopleScreens {
  /// The form; nil where there are no passkeys, and for a link to a new password.
  func linkPasskeyForm(
    _ invitation: Invitation, _ key: String, _ call: ScreenCall, name: String, fault: PeopleError?
  ) -> PasskeyForm? {
    if case .password = invitation.purpose { return nil }
    guard site(call) != nil, PasskeyCeremony.isAvailable else { return nil }
    let say = call.say
    var form = PasskeyForm(
      options: PeopleAddress.linkPasskey.appending("options"), action: PeopleAddress.linkPasskey, fields: [],
      verb: say("Use a passkey instead of a password"))
    form.hidden = [(PeopleAddress.key, key)]
    form.fault = fault.map { say($0.phrase) }
    form.typed = ("name", name)
    return form
  }

  /// The question to a browser for the passkey, as JSON.
  func linkPasskeyCreation(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call) else { throw ScreenFault.noSuchPage }
    do {
      return Self.json(
        try await people.startAccount(
          form[PeopleAddress.key] ?? "", name: form["name"] ?? "", at: site, named: call.say(assets.product)))
    } catch let error as PeopleError {
      return Self.json(["fault": .string(call.say(error.phrase))], status: error.status)
    }
  }

  /// Uses a link up by what the browser answers.
  func acceptByPasskey(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard let site = site(call) else { throw ScreenFault.noSuchPage }
    let (key, name) = (form[PeopleAddress.key] ?? "", form["name"] ?? "")
    do {
      let invitation = try await invitation(key)
      do {
        let device = Self.device(call.request, call.say)
        let session = try await people.accept(
          key, name: name, passkey: form["answer"] ?? "", named: device, at: site, device: device, from: source(call),
          replacing: SessionCookie.key(in: call.request, call.context))
        // The page says what there is if the device is lost.
        return entered(session, call, to: PeopleAddress.passkeys)
      } catch let error as PeopleError where error != .linkEnded && error != .hasPeople {
        return try await linkPage(invitation, key, call, name: name, passkeyFault: error)
      }
    } catch let error as PeopleError {
      return ended(error, call)
    }
  }
}
