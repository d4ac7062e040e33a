import Hummingbird
import KartotekaModel

/// What a phone or a desk needs to install an app beside its own: name, icon, colours and first page (W3C, Web Application
/// Manifest).
struct Manifest {
  /// The address relative to an app's, or to the drawer's.
  static let name = "manifest.webmanifest"

  var title: String
  var summary: String
  /// The first page, which also tells one installed app from another.
  var start: URLPath
  var language: Language
  var assets: Assets

  var response: Response {
    let icons: [JSONValue] = [
      icon(assets.icon, "image/svg+xml", "any", "any"), icon(assets.icons.medium, "image/png", "192x192", "any"),
      icon(assets.icons.large, "image/png", "512x512", "any"),
      icon(assets.icons.large, "image/png", "512x512", "maskable"),
    ]
    let manifest: JSONValue = [
      "name": .string(title), "short_name": .string(title), "description": .string(summary),
      "lang": .string(language.code), "id": .string(start.text), "start_url": .string(start.text), "scope": "/",
      "display": "standalone", "background_color": "#f4f1ea", "theme_color": "#f4f1ea", "icons": .array(icons),
    ]
    var json = JSONWriter()
    json.value(manifest)
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/manifest+json", .cacheControl: "no-cache", .vary: "Cookie, Accept-Language",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
  }

  private func icon(_ path: URLPath, _ type: String, _ sizes: String, _ purpose: String) -> JSONValue {
    ["src": .string(path.text), "type": .string(type), "sizes": .string(sizes), "purpose": .string(purpose)]
  }
}
