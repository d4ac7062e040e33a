import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaHTTP
import KartotekaPeople

/// The text about a server that is shared in a local network: what a person does next, on this machine and with a phone.
struct SharingText {
  private let sharing: LocalSharing
  private let link: NewLink?

  /// - Parameter link: the link of the first administrator; nil if there are people.
  init(_ sharing: LocalSharing, link: NewLink?) { (self.sharing, self.link) = (sharing, link) }

  /// Writes it to standard output. The server runs even if it can't be written.
  func write() {
    let (addresses, host) = (sharing.addresses, sharing.addresses.hosts[0])
    let page = addresses.trustPage(at: host)
    if addresses.reachable.isEmpty {
      try? StandardOutput.line(say("This machine is in no network at the moment."))
    }
    try? StandardOutput.line(
      say("Each device opens this page once, which helps it to trust the server: {address}", ["address": .text(page)]))
    if TerminalCode.isPossible { TerminalCode.write(page) }
    try? StandardOutput.line(
      say("The fingerprint that the page and the device show: {text}", ["text": .text(addresses.fingerprint)]))
    if let name = sharing.localName, !sharing.isAnnounced {
      try? StandardOutput.line(
        say(
          "The name {name} is not announced in the network: avahi-daemon does not run. Phones use the address, which may change.",
          ["name": .text(name)]))
    }
    guard let link else { return }
    try? StandardOutput.line(
      say(
        "Nobody has an account yet. The first administrator opens this link, once and until {time}: {address}",
        [
          "time": .text(HistoryCommand.time(link.invitation.ends)),
          "address": .text(addresses.server(at: host) + (PeopleAddress.link(link.key) as URLPath).description),
        ]))
  }
}
