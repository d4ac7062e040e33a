import Hummingbird

/// `/health`: whether the server answers, for whoever looks after it; also the measure of all other answers.
enum Health {
  private static let body = ByteBuffer(string: #"{"status":"ok"}"#)
  private static let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

  static func addRoute(to router: Router<WebContext>) {
    router.get("health") { _, _ in
      Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
  }
}
