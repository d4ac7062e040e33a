import HTTPTypes
import Hummingbird
@_spi(System) import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
@_spi(System) import KartotekaStore

/// `/health`: the state of the server, for monitoring. Benchmarks compare other responses with it.
///
/// It responds with 503, `degraded` and the reason if the data file of a running application can't be used, and without a reason if
/// the people can't be read.
///
/// Load balancers know no name of the server, so every `Host` is answered with the status. Only a request for a name of this
/// server gets the applications and the reasons: any website could read them by DNS rebinding. Where a declared proxy has
/// forwarded the request, it is the name that the client used: many proxies call the server `127.0.0.1`.
struct Health: AddressRow {
  private static let body = ByteBuffer(string: #"{"status":"ok"}"#)
  private static let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

  let host: HostCheck
  let proxies: ProxyHeaders
  let apps: [RunningApp]
  /// The applications that could not be opened. The response names them with the reason, and its status is 200 because the
  /// others are served.
  let unavailable: [UnavailableApp]
  /// The people of the server. A monitoring program is not one of them, and gets the status alone.
  var people: People?
  /// Whether nobody is let in without people.
  var needsPeople = false

  var method: HTTPRequest.Method { .get }
  var path: RouterPath { "health" }
  var need: Need { .public }
  var passage: Passage { .unchecked }

  func response(to request: Request, _ context: WebContext) async throws -> Response {
    guard let people else { return SecurityHeaders.secured(response(isOwn: isOwn(request, context))) }
    do {
      let isOpen = try await people.isEmpty && !needsPeople && !context.isFromNetwork
      return SecurityHeaders.secured(response(isOwn: isOpen && isOwn(request, context)))
    } catch {
      // The server lets no person in.
      return SecurityHeaders.secured(
        Response(
          status: .serviceUnavailable, headers: Self.headers,
          body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"status":"degraded"}"#))))
    }
  }

  // Headers of proxies that contradict each other name nobody.
  private func isOwn(_ request: Request, _ context: WebContext) -> Bool {
    guard let (request, context) = try? proxies.read(request, context) else { return false }
    let name = request.head.authority ?? ""
    return host.isOwn(name) && !(context.isForwarded && WebContext.namesLoopback(name))
  }

  private func response(isOwn: Bool) -> Response {
    let faulty = apps.compactMap { app in app.system.fileLoss.map { (app, $0) } }
    guard !faulty.isEmpty || !unavailable.isEmpty else {
      return Response(status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: Self.body))
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("status")
    writer.string("degraded")
    if isOwn {
      writer.key("apps")
      writer.beginObject()
      for (app, error) in faulty {
        writer.key(app.name)
        writer.string(Localizer.english(Problem(error, model: nil)?.detail ?? error.phrase(in: app.systemStore.model)))
      }
      for closed in unavailable {
        writer.key(closed.name)
        writer.string(Localizer.english(closed.problem.detail))
      }
      writer.endObject()
    }
    writer.endObject()
    return Response(
      status: faulty.isEmpty ? .ok : .serviceUnavailable, headers: Self.headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }
}
