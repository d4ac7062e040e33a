import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

// The settings of the server, for administrators.
extension PeopleScreens {
  private static let (idle, absolute, factor) = ("idle", "absolute", "factor")

  /// The page.
  func settingsPage(_ call: ScreenCall) async throws -> ScreenDocument { try await settingsPage(call, refused: nil) }

  /// - Parameters:
  ///   - refused: the form that was refused, and why.
  ///   - fault: why the server could not be shared.
  ///   - isOfOtherToken: whether the administrator's token is no longer the one that was to be changed.
  func settingsPage(
    _ call: ScreenCall, refused: (SubmittedForm, PeopleError)?, fault: SharingFault? = nil,
    isOfOtherToken: Bool = false
  ) async throws -> ScreenDocument {
    let (say, _) = (call.say, try signed(call))
    let settings = try await people.settings
    func value(_ name: String, _ stored: Int) -> String { refused?.0[name] ?? String(stored) }
    var form = AccountForm(
      title: say("Signing in"), action: PeopleAddress.settings,
      fields: [
        .init(
          Self.idle, say("Ends without use"), .choice(Self.times(settings.idle, say)),
          value: value(Self.idle, settings.idle)),
        .init(
          Self.absolute, say("Ends in any case"), .choice(Self.times(settings.absolute, say)),
          value: value(Self.absolute, settings.absolute)),
        .init(
          Self.factor, say("A second factor is required"), .check,
          value: refused.map { $0.0[Self.factor] ?? "" } ?? (settings.requiresFactor ? "on" : "")),
      ],
      note: say("Counted from the last use, and from the sign-in. It holds for sessions that have begun, too.") + " "
        + say("Who has no second factor, you too, sets one up with the next step. Tokens of programs keep working."),
      verb: say("Save"))
    (form.fault, form.isMain) = (refused.map { say($0.1.phrase) }, true)
    return page(
      say("Settings of the server"), back: (say("People"), PeopleAddress.people),
      status: refused?.1.status ?? (fault == nil && !isOfOtherToken ? .ok : .conflict), call,
      content: DoneNote.parts(call) + [form] + sharingParts(call, fault: fault)
        + serverTokenParts(call, isOfOther: isOfOtherToken) + [addresses(call)])
  }

  private func addresses(_ call: ScreenCall) -> RowGroup {
    let (say, context) = (call.say, call.context)
    let scheme = context.isEncrypted ? "https" : "http"
    let authority = call.request.head.authority ?? ""
    var rows = [LinkRow(title: say("Address of this page"), detail: "\(scheme)://\(authority)")]
    if !context.certified.isEmpty {
      rows.append(LinkRow(title: say("Names of the certificate"), detail: context.certified.joined(separator: ", ")))
    }
    if let end = context.certificateEnd {
      rows.append(LinkRow(title: say("End of the certificate"), detail: DateText.long(end, in: say)))
    }
    rows.append(
      LinkRow(
        title: say("Proxy"),
        detail: context.isForwarded
          ? say("A declared proxy has forwarded this page.") : say("No declared proxy has forwarded this page.")))
    return RowGroup(title: say("Connection"), rows: rows)
  }

  // The usual times, and the one that is set.
  private static func times(_ set: Int, _ say: Localizer) -> [(value: String, name: String)] {
    let usual = [15, 60, 480, 1_440, 10_080, 20_160, 43_200, 129_600, 259_200, 525_600]
    return Set(usual + [set]).sorted().map { (String($0), name(ofMinutes: $0, say)) }
  }

  private static func name(ofMinutes minutes: Int, _ say: Localizer) -> String {
    if minutes % 1_440 == 0 { return say("After {count} days", ["count": .count(minutes / 1_440)]) }
    if minutes % 60 == 0 { return say("After {count} hours", ["count": .count(minutes / 60)]) }
    return say("After {count} minutes", ["count": .count(minutes)])
  }

  /// Stores the settings.
  func setSettings(_ form: SubmittedForm, _ call: ScreenCall) async throws -> ScreenDocument {
    let changer = try changer(call)
    do {
      try await people.set(
        PeopleSettings(
          idle: form[Self.idle].flatMap { Int($0) } ?? 0, absolute: form[Self.absolute].flatMap { Int($0) } ?? 0,
          requiresFactor: form[Self.factor] != nil),
        by: changer)
      return .seeOther(DoneNote.saved.address(PeopleAddress.settings))
    } catch let error as PeopleError {
      return try await settingsPage(call, refused: (form, error))
    }
  }
}
