import HTTPTypes
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// Whether the server is shared in the local network, for an administrator at the machine itself.
extension PeopleScreens {
  private static let (choice, on, off) = ("sharing", "on", "off")

  /// The part of the settings of the server; none where it can't be set.
  func sharingParts(_ call: ScreenCall) -> [any Component] {
    guard let sharing else { return [] }
    let (say, isOn) = (call.say, sharing.isOn)
    let (title, state) = (say("Sharing in the network"), state(isOn: isOn, isShared: shared != nil, say))
    guard call.context.isByPersonAtMachine(call.request) else {
      let row = LinkRow(title: state, detail: say("It is switched on and off on the machine itself."))
      return [RowGroup(title: title, rows: [row])]
    }
    var form = AccountForm(
      title: title, action: PeopleAddress.sharing, fields: [], note: state,
      verb: verb(isOn: isOn, isShared: shared != nil, say))
    form.hidden = [(Self.choice, isOn ? Self.off : Self.on)]
    return [form]
  }

  private func state(isOn: Bool, isShared: Bool, _ say: Localizer) -> String {
    switch (isOn, isShared) {
    case (false, false):
      say("Only this machine can open the server. Phones and computers in the same network can be let in, encrypted.")
    case (true, false):
      say(
        "The server is shared from its next start on. Stop it and start it again: it prints the page that each device opens first, this one too."
      )
    case (true, true): say("Phones and computers in the same network can open the server.")
    case (false, true): say("The next start does not share the server, unless it is started with --share.")
    }
  }

  private func verb(isOn: Bool, isShared: Bool, _ say: Localizer) -> String {
    if isOn { return say("Stop sharing") }
    return isShared ? say("Keep sharing") : say("Share in the network")
  }

  /// Has the next start share the server, or not.
  func setSharing(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    _ = try changer(call)
    guard let sharing else { throw ScreenFault.noSuchPage }
    guard call.context.isByPersonAtMachine(call.request) else {
      throw Problem(.forbidden, "It is switched on and off on the machine itself.")
    }
    switch form[Self.choice] {
    case Self.on: try sharing.set(true)
    case Self.off: try sharing.set(false)
    default: break
    }
    return .seeOther(PeopleAddress.settings)
  }
}
