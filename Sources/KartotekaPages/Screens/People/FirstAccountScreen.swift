import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// The first account of a server without people, for somebody at the machine itself: whoever reaches an open server from elsewhere
// must not shut its owner out.
extension PeopleScreens {
  /// Whether somebody is offered the first account.
  static func offersFirst(_ call: ScreenCall) -> Bool {
    !call.context.asker.hasPeople && call.context.isByPersonAtMachine(call.request)
  }

  /// The page.
  func firstPage(_ call: ScreenCall) throws -> ScreenDocument {
    if Self.offersFirst(call) { return firstPage(call, name: "", fault: nil) }
    // The browser's way back from what comes after it.
    guard call.context.asker.hasPeople else { throw ScreenFault.noSuchPage }
    return .seeOther(PeopleAddress.people)
  }

  private func firstPage(_ call: ScreenCall, name: String, fault: PeopleError?) -> ScreenDocument {
    let say = call.say
    func words(_ isConcerned: Bool?) -> String? { isConcerned == true ? fault.map { say($0.phrase) } : nil }
    var form = AccountForm(
      action: PeopleAddress.first,
      fields: [
        .init(
          "name", say.personName, .name, value: name, fault: words(fault?.isOfName),
          hasFocus: fault?.isOfPassword != true),
        .init(
          "password", say("Password"), .newPassword, fault: words(fault?.isOfPassword),
          hasFocus: fault?.isOfPassword == true),
      ], note: say("At least 8 characters. Several words are easy to remember and hard to guess."),
      verb: say("Make the account"))
    form.isMain = true
    if fault?.isOfName == false, fault?.isOfPassword == false { form.fault = words(true) }
    let changes = [
      say("Everybody has to sign in from then on, also on this machine."),
      say("You administer this server: you invite others by a link, and say what they may do."),
      say("Programs that use the API need a token. You make them under your account."),
      say("If you forget the password, set another one on this machine: {command}", ["command": .text(Self.command)]),
    ]
    return page(
      say("Work with others"), lead: say("Make your account. It is the first one."), back: (say("All apps"), URLPath()),
      status: fault?.status ?? .ok, call,
      content: [BackupNotice(text: say("What changes with it:"), more: changes, isBad: false), form])
  }

  private static let command = "kartoteka people password"

  /// Makes the account, and signs its person in.
  func makeFirst(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    guard Self.offersFirst(call) else { throw ScreenFault.noSuchPage }
    let name = form["name"] ?? ""
    do {
      let session = try await people.makeFirst(
        name: name, password: form["password"] ?? "",
        device: Self.device(call.request, call.say), from: source(call))
      return entered(session, call, to: PeopleAddress.people)
    } catch let error as PeopleError {
      return firstPage(call, name: name, fault: error)
    }
  }
}
