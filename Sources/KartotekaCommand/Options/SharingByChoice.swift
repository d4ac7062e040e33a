import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaWeb
import Synchronization

/// The sharing of a server that an administrator switches on and off on a screen of the machine.
final class SharingByChoice: Sendable {
  /// The choice, for the screen.
  let setting: SharingSetting
  /// The sharing of the running server.
  let live: LiveSharing
  private let state: SharedState

  /// The state of the sharing that is on.
  private final class SharedState: Sendable {
    struct Content {
      var sharing: LocalSharing?
      /// Whether the server has printed how it is reached.
      var hasStarted = false
    }

    let content = Mutex(Content())
  }

  /// - Parameters:
  ///   - folder: the data folder.
  ///   - names: further names of the server.
  ///   - announcement: the announcement of the server in the network.
  ///   - link: the link of the first administrator; nil if there are people.
  init(
    _ setting: SharingSetting, in folder: DataFolder, names: [String], _ announcement: ServiceAnnouncement,
    link: NewLink?
  ) {
    let state = SharedState()
    let live = LiveSharing(beginsOn: setting.isOn) { port in
      let sharing: LocalSharing
      do {
        try folder.prepare(toWrite: false)
        let trustPort = try Self.trustPort(besides: port)
        sharing = try LocalSharing(
          in: folder.url, title: Program.current.branding.title, names: names, trustPort: trustPort,
          servesLoopback: false)
      } catch {
        let failure = ErrorText.failure(error, in: ModelDescription(entities: []))
        throw SharingFault(failure.sentence, remedy: failure.remedy)
      }
      return LiveSharing.Parts(
        sharing.certificates, sharing.certificate, sharing.addresses,
        began: { port in
          let hasStarted = state.content.withLock { content in
            content.sharing = sharing
            return content.hasStarted
          }
          sharing.announce(by: announcement, port: port)
          // At the start it is printed below the address of the server.
          if hasStarted { SharingText(sharing, link: nil).write() }
        },
        ended: {
          state.content.withLock { $0.sharing = nil }
          announcement.end()
        })
    }
    var setting = setting
    setting.turn = { try await live.turn($0, noting: $1) }
    setting.isShared = { live.addresses != nil }
    setting.fault = { live.fault }
    (self.setting, self.live, self.state) = (setting, live, state)
  }

  /// The port after that of the server; another one if that is taken.
  private static func trustPort(besides port: Int) throws -> Int {
    let wanted = port == 65_535 ? port - 1 : port + 1
    do {
      try ListeningAddress.check(host: "0.0.0.0", port: wanted)
      return wanted
    } catch ServerError.portInUse {
      return 0
    }
  }

  /// The sharing with which the server has started; nil without one. Why one that was chosen has failed goes to standard error.
  func begun() -> LocalSharing? {
    let sharing = state.content.withLock { content in
      content.hasStarted = true
      return content.sharing
    }
    if let fault = live.fault {
      StandardError.line(
        say(Phrase("The server is not shared in the local network: {reason}", ["reason": .phrase(fault.phrase)])))
      if let remedy = fault.remedy { StandardError.line(say(remedy)) }
    }
    return sharing
  }
}
