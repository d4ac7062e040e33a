import HTTPTypes
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// Whether the server is shared in the local network, for an administrator at the machine itself.
extension PeopleScreens {
  private static let (choice, on, off) = ("sharing", "on", "off")

  /// The part of the settings of the server; none where it can't be set.
  /// - Parameter fault: why it could not be switched on.
  func sharingParts(_ call: ScreenCall, fault: SharingFault? = nil) -> [any Component] {
    guard let sharing else { return [] }
    let (say, isShared) = (call.say, sharing.isShared())
    // One that is set although it has failed can be taken back.
    let isOn = isShared || sharing.isOn
    let title = say("Sharing in the network")
    let state = isShared ? reached(say) : unshared(sharing, say)
    let trust: [any Component] = shared.map { [$0.trustNote] } ?? []
    guard call.context.isByPersonAtMachine(call.request) else {
      let row = LinkRow(title: state, detail: say(Self.place(call)))
      return [RowGroup(title: title, rows: [row])] + trust
    }
    return [turn(isOn: !isOn, title: title, note: state, fault: fault, say)] + trust
  }

  private func turn(
    isOn: Bool, title: String, note: String, fault: SharingFault? = nil, _ say: Localizer
  ) -> AccountForm {
    var form = AccountForm(
      title: title, action: PeopleAddress.sharing, fields: [], note: note,
      verb: isOn ? say("Share in the network") : say("Stop sharing"))
    form.hidden = [(Self.choice, isOn ? Self.on : Self.off)]
    form.fault = fault.map { words($0, say) }
    return form
  }

  /// The part of the first screen: the switch, and once it is on, what it has done. Its press leads to the settings of the server, with
  /// the address that devices open first. None for those who can't use it.
  func sharingAtStart(_ call: ScreenCall) -> [any Component] {
    let asker = call.context.asker
    guard let sharing, asker.mayAdminister, asker.signed?.isSession == true,
      call.context.isByPersonAtMachine(call.request)
    else { return [] }
    let say = call.say
    let title = say("Sharing in the network")
    guard sharing.isShared() || sharing.isOn else {
      let note = say("Phones and computers in the same network can be let in, encrypted, with accounts of their own.")
      return [turn(isOn: true, title: title, note: note, say)]
    }
    let state = sharing.isShared() ? reached(say) : unshared(sharing, say)
    return [
      RowGroup(rows: [LinkRow(title: title, detail: state, symbol: .phone, href: PeopleAddress.settings)])
    ]
  }

  // One that is set has begun nothing yet, or could not.
  private func unshared(_ sharing: SharingSetting, _ say: Localizer) -> String {
    sharing.fault().map { words($0, say) }
      ?? say(
        "Only this machine can open the server. Phones and computers in the same network can be let in, encrypted.")
  }

  // Another program may use the port at some addresses of the machine.
  private func reached(_ say: Localizer) -> String {
    guard let shared, !shared.unserved.isEmpty else {
      return say(
        shared?.reachable.isEmpty == true
          ? "This machine is in no network at the moment."
          : "Phones and computers in the same network can open the server.")
    }
    return say("Phones and computers in the same network can open the server.") + " "
      + say(
        "It can't be opened at {addresses}.",
        ["addresses": .text(shared.unserved.sorted().joined(separator: ", "))])
  }

  // A browser on the machine may have opened the name that others open, at which it is taken for one of them.
  private static func place(_ call: ScreenCall) -> Phrase {
    let port = call.context.channel.localAddress?.port.map { ":\($0)" } ?? ""
    return Phrase(
      "It is switched on and off on the machine itself, at {address}.", ["address": .text("http://localhost" + port)])
  }

  private func words(_ fault: SharingFault, _ say: Localizer) -> String {
    let reason = say("The server is not shared in the local network: {reason}", ["reason": .phrase(fault.phrase)])
    return ([reason] + [fault.remedy].compactMap { $0.map { say($0) } }).joined(separator: " ")
  }

  /// Has the server shared, or no longer.
  func setSharing(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    _ = try changer(call)
    guard let sharing else { throw ScreenFault.noSuchPage }
    guard call.context.isByPersonAtMachine(call.request) else {
      throw Problem(.forbidden, Self.place(call))
    }
    do {
      switch form[Self.choice] {
      case Self.on: try await sharing.set(true)
      case Self.off: try await sharing.set(false)
      default: break
      }
    } catch let fault as SharingFault {
      return try await settingsPage(call, refused: nil, fault: fault)
    }
    return .seeOther(PeopleAddress.settings)
  }
}
