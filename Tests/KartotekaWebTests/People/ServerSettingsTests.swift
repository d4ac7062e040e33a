import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The settings of the server on the screen")
struct ServerSettingsTests {
  private static let address = "/apps/settings"

  @Test("An administrator sets how long sessions last, and what can't be is refused beside what was chosen")
  func limits() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.server.application().test { client in
      let ada = try await site.session(of: "Ada", client)
      let page = try await client.page(Self.address, ada)
      #expect(page.status == .ok && page.text.contains(#"<option value="20160" selected>"#))
      #expect(page.text.contains("No declared proxy has forwarded this page."))
      let refused = try await client.form(Self.address, "idle=10080&absolute=1440", ada)
      #expect(refused.status == .unprocessableContent)
      #expect(refused.text.contains(#"<option value="10080" selected>"#))
      let absent = try await client.form(Self.address, "", ada)
      #expect(absent.status == .unprocessableContent)
      let set = try await client.form(Self.address, "idle=480&absolute=1440", ada)
      #expect(set.status == .seeOther)
      let settings = try await site.people.settings
      #expect(settings == PeopleSettings(idle: 480, absolute: 1_440))
      let people = try await client.page("/apps/people", ada)
      #expect(people.text.contains(#"href="/apps/settings""#))
      let willi = try await site.session(of: "Willi", client)
      for status in [
        try await client.page(Self.address, willi).status,
        try await client.form(Self.address, "idle=15&absolute=15", willi).status,
      ] {
        #expect(status == .forbidden)
      }
      let token = try await site.token(of: "Ada")
      let byToken = try await client.form(Self.address, "idle=15&absolute=15", token)
      #expect(byToken.status == .forbidden)
    }
  }

  /// Something that keeps a server from being shared.
  private final class Rain: Sendable {
    let falls = Mutex(false)
  }

  // The server of a site whose sharing can be chosen, and the setting.
  private static func sharable(_ site: PeopleSite) throws -> (server: Server, setting: SharingSetting) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var server = site.server
    let setting = SharingSetting(in: folder)
    server.sharing = setting
    return (server, setting)
  }

  @Test("An administrator at the machine has the server shared, and not; nobody does from elsewhere")
  func sharing() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    let rain = Rain()
    var (server, setting) = try Self.sharable(site)
    setting.turn = { _, note in
      if let fault = rain.falls.withLock({ $0 ? SharingFault("It rains.", remedy: "Wait.") : nil }) { throw fault }
      try note()
    }
    server.sharing = setting
    let address = Self.address + "/sharing"
    try await server.application().test { [setting] (client: TestClient) async throws -> Void in
      let (ada, willi) = (try await site.session(of: "Ada", client), try await site.session(of: "Willi", client))
      #expect(try await client.page(Self.address, ada).text.contains(">Share in the network</button>"))
      #expect(try await client.form(address, "sharing=on", willi).status == .forbidden)
      #expect(try await client.form(address, "sharing=on", site.token(of: "Ada")).status == .forbidden)
      var distant = ada
      distant[try #require(HTTPField.Name("X-Forwarded-For"))] = "192.0.2.7"
      #expect(try await client.form(address, "sharing=on", distant).status == .forbidden)
      let closed = try await client.page(Self.address, distant).text
      #expect(closed.contains("It is switched on and off on the machine itself, at http://localhost"))
      #expect(!closed.contains(">Share in the network</button>"))
      #expect(!setting.isOn)
      for _ in 1...2 { #expect(try await client.form(address, "sharing=on", ada).status == .seeOther) }
      #expect(setting.isOn)
      let on = try await client.page(Self.address, ada).text
      #expect(on.contains("Phones and computers in the same network can open the server."))
      #expect(on.contains(">Stop sharing</button>"))
      for _ in 1...2 { #expect(try await client.form(address, "sharing=off", ada).status == .seeOther) }
      #expect(!setting.isOn)
      rain.falls.withLock { $0 = true }
      let refused = try await client.form(address, "sharing=on", ada)
      #expect(refused.status == .conflict && refused.text.contains(">Share in the network</button>"))
      #expect(refused.text.contains("The server is not shared in the local network: It rains. Wait."))
      #expect(!setting.isOn)
    }
    // A server that was started otherwise has no such choice.
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      #expect(try await !client.page(Self.address, ada).text.contains("Share in the network"))
      #expect(try await client.form(address, "sharing=on", ada).status == .notFound)
    }
  }

  @Test("The first screen has the switch for an administrator at the machine, and then says that the server is shared")
  func firstScreen() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    let (server, setting) = try Self.sharable(site)
    let button = ">Share in the network</button>"
    try await server.application().test { (client: TestClient) async throws -> Void in
      let (ada, willi) = (try await site.session(of: "Ada", client), try await site.session(of: "Willi", client))
      let off = try await client.page("/", ada).text
      #expect(off.contains(button) && off.contains(#"action="/apps/settings/sharing""#))
      var distant = ada
      distant[.via] = "1.1 proxy"
      for headers in [willi, distant, try await site.token(of: "Ada")] {
        let page = try await client.page("/", headers).text
        #expect(!page.contains("haring in the network") && !page.contains(button))
      }
      let pressed = try await client.form(Self.address + "/sharing", "sharing=on", ada)
      #expect(pressed.status == .seeOther && pressed.headers[.location] == Self.address && setting.isOn)
      let on = try await client.page("/", ada).text
      #expect(!on.contains(button) && on.contains(#"href="/apps/settings""#))
      #expect(on.contains("Phones and computers in the same network can open the server."))
    }
    // One that is set, and could not be begun.
    var failed = setting
    failed.isShared = { false }
    failed.fault = { SharingFault("It rains.", remedy: "Wait.") }
    var other = server
    other.sharing = failed
    try await other.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/", site.session(of: "Ada", client)).text
      #expect(page.contains("The server is not shared in the local network: It rains. Wait.") && !page.contains(button))
    }
    // One that is set, and has begun nothing yet.
    failed.fault = { nil }
    other.sharing = failed
    try await other.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/", site.session(of: "Ada", client)).text
      #expect(page.contains("Only this machine can open the server."))
      #expect(!page.contains("same network can open the server"))
    }
    let nobody = try await PeopleSite([])
    try await Self.sharable(nobody).server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await !client.page("/").text.contains(button))
    }
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let page = try await client.page("/", site.session(of: "Ada", client)).text
      #expect(!page.contains("haring in the network"))
    }
  }

  @Test("The settings say at which addresses of the machine the server is not, or that there is no network")
  func unserved() async throws {
    let site = try await PeopleSite(["Ada"], withPasswords: ["Ada"])
    var (server, setting) = try Self.sharable(site)
    setting.isShared = { true }
    server.sharing = setting
    for hosts in [["192.0.2.7", "192.0.2.8"], []] {
      let addresses = SharedAddresses(fingerprint: "AB:CD", trustPort: 0, servesLoopback: false) { hosts }
      _ = addresses.note(trust: 8444)
      addresses.note(unserved: hosts.isEmpty ? [] : ["192.0.2.8"])
      server.shared = addresses
      try await server.application().test { (client: TestClient) async throws -> Void in
        let page = try await client.page(Self.address, site.session(of: "Ada", client)).text
        #expect(page.contains("can open the server. It can&#39;t be opened at 192.0.2.8.") == !hosts.isEmpty)
        #expect(page.contains("This machine is in no network at the moment.") == hosts.isEmpty)
        #expect(page.contains("http://192.0.2.7:8444") == !hosts.isEmpty)
        #expect(page.contains(">Stop sharing</button>"))
      }
    }
  }

  @Test("Opening on another device leads to the first account, and then to the settings in which the server is shared")
  func opener() async throws {
    let alone = try await PeopleSite([])
    let shared = try await PeopleSite(["Ada", "Sara"], withPasswords: ["Ada", "Sara"])
    let page = "/school/share"
    try await Self.sharable(alone).server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await client.page(page).text.contains(#"href="/apps/first-account""#))
      let proxied: HTTPFields = [try #require(HTTPField.Name("Via")): "1.1 proxy"]
      #expect(try await client.page(page, proxied).text.contains("--share"))
    }
    try await Self.sharable(shared).server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await client.page(page, shared.session(of: "Ada", client)).text
      #expect(ada.contains(#"href="/apps/settings""#) && ada.contains("Only this machine can open"))
      let sara = try await client.page(page, shared.session(of: "Sara", client)).text
      #expect(!sara.contains(#"href="/apps/settings""#) && sara.contains("--share"))
    }
  }
}
