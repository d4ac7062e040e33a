import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaPeople
import KartotekaTLS
import KartotekaWeb
import Logging

/// `kartoteka serve`: serves the applications and their API. It is the default command.
struct ServeCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: say("Serves the applications to browsers and programs."))
  }

  @OptionGroup var data: DataOptions

  @Option(help: .saying("The address to listen on; 0.0.0.0 for all addresses of this machine."))
  var host = Self.onThisMachine

  @Option(parsing: .unconditional, help: .saying("The port to listen on; 0 for a free one."))
  var port = 8080

  @Flag(
    name: .customLong("everybody-may-change"),
    help: .saying("Lets everybody who reaches the address read, change and delete everything. Needed for --host."))
  var everybodyMayChange = false

  @Option(
    name: .customLong("allow-host"),
    help: .saying("Another host name of the server. The option can be repeated.", value: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("proxy"),
    help: .saying(
      "The address of a proxy in front of the server, whose word on the client, scheme and host is taken. The option can be repeated.",
      value: "address"))
  var proxies: [String] = []

  @OptionGroup var encryption: CertificateOptions

  @OptionGroup var sharing: SharingOptions

  @Option(
    name: .customLong("time-zone"),
    help: .saying("The time zone for browsers that send none (else this machine's).", value: "zone"),
    transform: TimeZoneName.zone)
  var timeZone = TaskTimeZone.current

  @Option(
    help: .saying(
      "Deletes all data of the application first, and begins with its seed records. Needs --confirm.", value: "app"))
  var reset: String?

  @Option(help: .saying("The name of the application whose data --reset deletes.", value: "app"))
  var confirm: String?

  @Flag(
    help: .saying("Builds the package when a source changes, and starts the server anew. For programs of swift build."))
  var watch = false

  @Option(
    name: .customLong("log-sql"),
    help: .saying(
      "Writes the SQL to standard error: 1 statements, 2 and their times, 3 and their values.", value: "level"
    ),
    transform: Self.level)
  var sqlLog = StoreOptions.SQLLog.off

  @Flag(
    name: .customLong("log-requests"),
    help: .saying("Writes each request to standard error: method, path without its parameters, status and time."))
  var logsRequests = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError(say("A port is a number from 0 to 65535."))
    }
    if let reset, confirm != reset {
      throw ValidationError(
        say(
          "--reset deletes all records of {app}. Add --confirm {app} if that is what you want.", ["app": .text(reset)]))
    }
    if let wrong = proxies.first(where: { ProxyHeaders.address($0) == nil }) {
      throw ValidationError(say("{text} is no IP address of a proxy.", ["text": .text(wrong)]))
    }
    if host.isEmpty { throw ValidationError(say("--host needs an address.")) }
    guard sharing.isOn else { return }
    if everybodyMayChange || encryption.chain != nil || !proxies.isEmpty || host != Self.onThisMachine {
      throw ValidationError(
        say(
          "--share listens on all addresses, with a certificate of its own. Leave out {options}.",
          ["options": .text("--host, --certificate, --key, --proxy, --everybody-may-change")]))
    }
    if port != 0, sharing.trustPort(besides: port) == port {
      throw ValidationError(say("--port and --trust-port are two ports."))
    }
  }

  private static let onThisMachine = "127.0.0.1"
  private static let everywhere = "0.0.0.0"

  func run() async throws {
    try Program.current.branding.check()
    if watch { return try await ServeWatch().run(Self.served(CommandLine.arguments), first: resetting) }
    let given = try encryption.certificate()
    // An administrator may have chosen it on the screen. The command's options take precedence.
    let setting = mayBeShared && !sharing.isOn ? SharingSetting(in: data.folder.url) : nil
    let people = data.folder.people
    // Their database may be brought into the folder.
    if data.folder.primaries != nil { try data.folder.prepare() } else { try data.folder.checkIfThere() }
    let hasPeople = try await hasPeople(people)
    // With people the switch is not needed, so that a server that has lost them does not start as an open one.
    guard hasPeople || everybodyMayChange || sharing.isOn || Server.isLoopback(self.host) else {
      throw Failure(
        Phrase(
          "There are no accounts: everybody who reaches {host} could read, change and delete everything. Add --everybody-may-change if that is what you want.",
          ["host": .text(self.host)]), status: .usage)
    }
    let shared = try sharing.isOn ? localSharing() : nil
    let host = shared == nil ? self.host : Self.everywhere
    try ListeningAddress.check(host: host, port: port)
    try data.folder.prepare(toWrite: false)
    let certificate = shared?.certificate ?? given
    var options = StoreOptions()
    options.sqlLog = sqlLog
    options.log = { StandardError.line($0) }
    let logger = Logger(label: "kartoteka") { LazyLogHandler(StreamLogHandler.standardError(label: $0)) }
    options.primaries = data.folder.primaries
    if hasPeople, certificate == nil, proxies.isEmpty, !Server.isLoopback(host) {
      throw Failure(
        Phrase("Passwords would go to {host} without encryption.", ["host": .text(host)]),
        remedy: "Add --certificate and --key, or the --proxy that encrypts.", status: .usage)
    }
    if let reset {
      // Also where the fields that were added to it can't be read.
      try deleteData(of: apps.first { $0.description.name == reset } ?? AppArgument.find(reset, in: data.folder))
    }
    let designs = try data.folder.designs()
    let designed = designs.apps()
    for fault in designed.faults {
      logger.error(
        "Application can't be opened", metadata: ["app": "\(fault.name)", "reason": "\(fault.error)"])
    }
    var opened = try await RunningApp.openEach(
      apps + designed.apps, in: data.folder.url, options: options, logger: logger)
    opened.add(OpenedFolder(in: data.folder.url), options: options, logger: logger)
    let administrator = try Administrator(folder: data.folder.url)
    if !hasPeople, shared == nil, !Server.isLoopback(host) {
      logger.warning("There are no accounts: everybody who reaches \(host) can read, change and delete everything.")
    }
    var server = Server(
      opened.running, unavailable: opened.unavailable, host: host, port: port, names: names,
      administrator: administrator, branding: Program.current.branding, logger: logger)
    server.people = people
    server.needsPeople = !everybodyMayChange && !Server.isLoopback(host)
    server.certificate = certificate
    (server.shared, server.ownCertificates) = (shared?.addresses, shared?.certificates)
    let isShared = shared != nil || setting?.isOn == true
    let link = isShared && !hasPeople ? try await people.firstAdministratorLink(by: .user) : nil
    server.proxies = proxies
    server.logsRequests = logsRequests
    server.designs = designs
    server.middleware = Program.current.middleware
    server.storeOptions = options
    let announcement = ServiceAnnouncement()
    defer { announcement.end() }
    let choice = setting.map { SharingByChoice($0, in: data.folder, names: names, announcement, link: link) }
    (server.sharing, server.liveSharing) = (choice?.setting, choice?.live)
    try await TaskTimeZone.$current.withValue(timeZone) {
      try await server.run { [opened] port in
        shared?.announce(by: announcement, port: port)
        let chosen = choice?.begun()
        let addresses =
          shared.map { ServedAddresses($0.addresses) }
          ?? ServedAddresses(
            host: host, port: port, certificate: certificate?.current, shared: chosen?.addresses)
        announce(
          opened, administrator, addresses, (shared ?? chosen).map { SharingText($0, link: link) },
          isOpen: !hasPeople && shared == nil && !Server.isLoopback(host),
          exposedKey: (shared ?? chosen)?.certificates.exposedKey)
      }
    }
    await people.close()
  }

  // Whether nothing was said that is about other machines, but --share.
  private var mayBeShared: Bool {
    host == Self.onThisMachine && !everybodyMayChange && encryption.chain == nil && proxies.isEmpty
  }

  /// The sharing in the local network by `--share`.
  private func localSharing() throws -> LocalSharing {
    try ListeningAddress.check(host: Self.everywhere, port: port)
    let trustPort = sharing.trustPort(besides: port)
    try ListeningAddress.check(host: Self.everywhere, port: trustPort)
    try data.folder.prepare(toWrite: false)
    return try LocalSharing(
      in: data.folder.url, title: Program.current.branding.title, names: names, trustPort: trustPort)
  }

  /// Whether there are people. A server that can't find them starts, and lets nobody in until they are back.
  private func hasPeople(_ people: People) async throws -> Bool {
    do { return try await !people.isEmpty } catch let error as PeopleError where error.isTemporary {
      StandardError.line(say(error.phrase))
      if let remedy = error.remedy { StandardError.line(say(remedy)) }
      return true
    }
  }

  private var resetting: [String] { reset.map { ["--reset", $0, "--confirm", $0] } ?? [] }

  /// The arguments of the watched server: those of this command without `--watch` and `--reset`.
  static func served(_ arguments: [String]) -> [String] {
    var (served, rest) = ([String](), arguments.dropFirst()[...])
    while let argument = rest.popFirst() {
      switch argument.split(separator: "=").first {
      case "--watch": continue
      case "--reset", "--confirm": if !argument.contains("=") { rest = rest.dropFirst() }
      default: served.append(argument)
      }
    }
    return served
  }

  private func deleteData(of app: App) throws {
    let (name, file) = (Phrase.Argument.text(app.description.name), data.folder.database(of: app))
    guard data.folder.primaries == nil else {
      throw Failure(
        Phrase("The records of {app} are in the PostgreSQL database, not in a file", ["app": name]),
        remedy: "Delete its records on the screen, under Settings.")
    }
    // Its file is all there is of it.
    guard app.design == nil, apps.contains(where: { $0.description.name == app.description.name }) else {
      throw Failure(
        Phrase("{app} is not declared in code: without its file there is no such application", ["app": name]),
        remedy: "Delete its records on the screen, under Settings.")
    }
    do { try Store.remove(at: file) } catch StoreError.busy {
      throw Failure(
        Phrase("Another program uses {file}", ["file": .text(file.path(percentEncoded: false))]),
        remedy: "Stop that program first.")
    }
    try StandardOutput.line(say("Deleted all data of {app}", ["app": name]))
  }

  // The server runs even if its output can't be written.
  private func announce(
    _ opened: OpenedApps, _ administrator: Administrator, _ addresses: ServedAddresses, _ sharing: SharingText?,
    isOpen: Bool, exposedKey: String?
  ) {
    try? StandardOutput.line(
      say(
        "{program} is at {address}",
        [
          "program": .text(Localizer.person(of: apps.first)(Program.current.branding.title)),
          "address": .text(addresses.first),
        ]))
    if !addresses.elsewhere.isEmpty {
      let list = addresses.elsewhere.joined(separator: ", ")
      try? StandardOutput.line(say("From other machines: {addresses}", ["addresses": .text(list)]))
    }
    if isOpen {
      try? StandardOutput.line(
        say("There are no accounts: everybody who opens this can read, change and delete everything."))
    }
    var table = TextTable(.left, .left, .left)
    for app in opened.running {
      table.row(
        app.name, Localizer.person(of: app.app)(app.description.title),
        data.folder.database(of: app.app).path(percentEncoded: false))
    }
    for closed in opened.unavailable {
      table.row(closed.name, Localizer.person(of: closed.app)(closed.app.description.title), say(closed.state))
    }
    for line in table.lines { try? StandardOutput.line("  " + line) }
    if administrator.hasEnded {
      try? StandardOutput.line(say("The administrator's token has ended."))
    } else if let file = administrator.file?.path(percentEncoded: false) {
      try? StandardOutput.line(say("The administrator's token is in {file}", ["file": .text(file)]))
      if administrator.isReadableByOthers {
        StandardError.line(
          say("Others on this machine can read the administrator's token: chmod 600 {file}", ["file": .text(file)]))
      }
    }
    if let file = exposedKey ?? encryption.exposedKey {
      StandardError.line(
        say("Others on this machine can read the private key: chmod 600 {file}", ["file": .text(file)]))
    }
    sharing?.write()
    try? StandardOutput.line(say("Stop it with Ctrl-C."))
  }

  private static func level(_ text: String) throws -> StoreOptions.SQLLog {
    if let level = Int(text).flatMap(StoreOptions.SQLLog.init) { return level }
    throw UnknownName("There are: 1, 2, 3")
  }
}
