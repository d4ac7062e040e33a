import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

/// The screens of people: signing in, links that can be used once, one's own account, and all people for administrators.
///
/// Without people there are none of them but the link of the first administrator, and on the machine itself the first account.
struct PeopleScreens: Sendable {
  let people: People
  let apps: [RunningApp]
  let assets: Assets
  /// Whether the product has a logo of its own.
  let hasLogo: Bool
  /// The addresses of a server that is shared in a local network; nil for another one.
  let shared: SharedAddresses?
  /// Whether the next start shares the server; nil where that can't be set here.
  let sharing: SharingSetting?
  /// The token of the server's data folder or environment; nil for a server without one.
  let administrator: Administrator?

  init(
    _ people: People, apps: [RunningApp], assets: Assets, hasLogo: Bool, shared: SharedAddresses? = nil,
    sharing: SharingSetting? = nil, administrator: Administrator? = nil
  ) {
    (self.people, self.apps, self.assets, self.hasLogo) = (people, apps, assets, hasLogo)
    (self.shared, self.sharing, self.administrator) = (shared, sharing, administrator)
  }

  /// A page outside of applications. Nothing of it is stored or cached.
  func page(
    _ title: String, lead: String = "", back: (String, URLPath)? = nil, door: SiteName? = nil,
    status: HTTPResponse.Status = .ok, _ call: ScreenCall, content: [any Component]
  ) -> ScreenDocument {
    if status.kind == .serverError {
      call.context.logger.warning("Nothing about accounts can be stored", metadata: ["status": "\(status.code)"])
    }
    var column = ImportColumn(title: title, lead: lead, back: back, content: content)
    (column.door, column.isOfAccounts) = (door, true)
    let page = Page(
      title: title + " – " + call.say(assets.product), hue: HomeScreen.hue, assets: assets, kind: .settings,
      isAnswer: call.asked.isForm)
    var document = ScreenDocument.page(page, columns: [column], status: status).depending(on: .outside)
    document.isStorable = false
    return document
  }

  /// The name above a form for strangers: that of the application to whose page they are on the way, else the product's. Browsers load
  /// the title of an application without cookies, too.
  func siteName(to address: String? = nil, _ say: Localizer) -> SiteName {
    let name = address.flatMap { URLPath(local: $0) }?.text.split(separator: "/").first.map(String.init)
    let title = name.flatMap { name in titles(say).first { $0.name == name }?.title }
    return SiteName(name: title ?? say(assets.product), logo: hasLogo ? assets.icon : nil)
  }

  /// The person who is signed in.
  /// - Throws: ``ScreenFault/noSuchPage`` on a server without people.
  func signed(_ call: ScreenCall) throws -> Signed {
    guard let signed = call.context.asker.signed else { throw ScreenFault.noSuchPage }
    return signed
  }

  /// The origin of a request, for the throttle.
  func source(_ call: ScreenCall) -> ThrottleSource {
    ThrottleSource(address: call.context.client, key: DeviceCookie.key(in: call.request, call.context))
  }

  /// The titles of the applications by their names, in a language.
  func titles(_ say: Localizer) -> [(name: String, title: String)] {
    apps.map { app in
      (app.name, Localizer(language: say.language, catalogue: app.catalogue)(app.description.title))
    }
  }

  /// The title of a role.
  static func title(_ role: Role, _ say: Localizer) -> String {
    switch role {
    case .reads: say("Reads")
    case .writes: say("Reads and writes")
    case .shapes: say("Changes the application, too")
    }
  }

  /// The document after somebody has signed in: cookies, and the way on.
  func entered(_ session: NewSession, _ call: ScreenCall, to address: URLPath) -> ScreenDocument {
    var document = ScreenDocument.seeOther(address)
    let person = session.signed.person
    let seconds = session.signed.ends.map { Int(clampingFloor: $0.timeIntervalSinceNow) } ?? 0
    document.cookies = [
      SessionCookie.header(session.key, for: max(0, seconds), to: call.request, call.context),
      DeviceCookie.header(session.device, to: call.request, call.context),
      LastPersonCookie.header(person, to: call.request),
    ]
    if let language = person.preferences.language.flatMap({ Language.named($0) }) {
      document.cookies.append(LanguageScreen.cookie(language))
    }
    // The browser's data of another person, such as input that was not saved, are removed.
    if LastPersonCookie.isOfAnother(than: person, in: call.request) {
      document.clearsStorage = true
      document.cookies += forgottenChanges(call.request)
    }
    return document
  }

  /// The headers that remove what the browser knows of the changes that can be undone.
  func forgottenChanges(_ request: Request) -> [String] {
    apps.map { "\(UndoStack.cookie(of: $0, for: request))=; Path=/\($0.pathName); Max-Age=0" }
  }

  /// The name of the browser and system that send a request, for the list of sessions.
  static func device(_ request: Request, _ say: Localizer) -> String {
    let agent = request.headers[.userAgent] ?? ""
    func first(_ names: [(mark: String, name: String)]) -> String? { names.first { agent.contains($0.mark) }?.name }
    let browser = first([
      ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
      ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ])
    let system = first([
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
      ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ])
    let names = [browser, system].compactMap(\.self)
    return names.isEmpty ? say("Unknown device") : names.joined(separator: ", ")
  }
}

extension PeopleError {
  /// The status of the response.
  var status: HTTPResponse.Status {
    switch self {
    case .tooManyAttempts, .busy: .tooManyRequests
    case .notAllowed: .forbidden
    case .linkEnded, .hasPeople: .gone
    case .noSuchPerson: .notFound
    case .lost, .unreachable, .notNow: .serviceUnavailable
    case .diskFull: ProblemKind.disk.status
    default: .unprocessableContent
    }
  }

  /// Whether it concerns the name.
  var isOfName: Bool {
    switch self {
    case .name, .nameTaken: true
    default: false
    }
  }

  /// Whether it concerns the new password.
  var isOfPassword: Bool { if case .password = self { true } else { false } }
}

extension Localizer {
  /// The label of the name of a person. Some languages have another word for it than for the name of a thing.
  var personName: String { self("Name of a person") }
}
