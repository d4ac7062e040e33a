import Hummingbird

/// A file that pages load: its address holds a hash of its content, so that browsers may keep it for ever and
/// still never show an old one.
struct AssetFile: Sendable {
  let path: URLPath
  private let type: String
  private let bytes: ByteBuffer

  init(name: String, extension suffix: String, type: String, content: String) {
    // FNV-1a (Fowler, Noll, Vo), as short as telling versions apart needs.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in content.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    path = URLPath("assets", "\(name).\(String(hash, radix: 36)).\(suffix)")
    self.type = type
    bytes = ByteBuffer(string: content)
  }

  /// Adds its route.
  func addRoute(to router: Router<WebContext>) {
    router.get(RouterPath(path.text)) { _, _ in
      Response(
        status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"],
        body: ResponseBody(byteBuffer: bytes))
    }
  }
}

/// Style, script and icon.
struct AssetFiles: Sendable {
  private let style: AssetFile
  private let script: AssetFile
  private let icon: AssetFile

  /// The files for apps of those colours.
  init(hues: [Int]) {
    style = AssetFile(
      name: "kartoteka", extension: "css", type: "text/css; charset=utf-8", content: Style.sheet(hues: hues))
    script = AssetFile(
      name: "kartoteka", extension: "js", type: "text/javascript; charset=utf-8", content: Script.module())
    icon = AssetFile(
      name: "kartoteka", extension: "svg", type: "image/svg+xml", content: Embedded.text("icon.svg"))
  }

  /// Where they are.
  var assets: Assets { Assets(style: style.path, script: script.path, icon: icon.path) }

  /// Adds their routes.
  func addRoutes(to router: Router<WebContext>) {
    for file in [style, script, icon] { file.addRoute(to: router) }
  }
}
