import Foundation
import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP

/// A static file. Its address contains a hash of its content, so that browsers can cache it without expiry.
struct AssetFile: Sendable {
  let path: URLPath
  private let response: CompressibleResponse

  init(name: String, extension suffix: String, type: String, content: String) {
    self.init(name: name, extension: suffix, type: type, data: Data(content.utf8))
  }

  init(name: String, extension suffix: String, type: String, data: Data) {
    path = URLPath("assets", "\(name).\(Self.version(of: data)).\(suffix)")
    response = CompressibleResponse(
      [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"], ByteBuffer(bytes: data),
      level: Gzip.small)
  }

  /// A hash of content for versions: FNV-1a (Fowler, Noll, Vo).
  static func version(of content: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }

  var route: ScreenRoute {
    ScreenRoute(.get, RouterPath(path.text), needs: .public, .file { response.response(acceptsGzip: $0.acceptsGzip) })
  }
}

/// The style sheet of each kind of page, the modules of the scripts, and the icon.
struct AssetFiles: Sendable {
  /// Their addresses.
  let assets: Assets
  private let files: [AssetFile]

  // They are the same for each server of a process.
  private static let pixels = AssetFile(name: "icon-512", extension: "png", type: "image/png", data: Icon.pixels)
  private static let world = AssetFile(
    name: "world", extension: "svg", type: "image/svg+xml", content: MapGeometry.file)

  /// The files for applications with the given hues.
  /// - Parameters:
  ///   - isAlone: whether the only application is served without a home screen.
  ///   - branding: the name of the product, and an SVG file in place of Kartoteka's icon.
  init(_ branding: Branding = Branding(), hues: [Int], isAlone: Bool = false) {
    let logo = branding.servedLogo
    let icon = AssetFile(
      name: logo == nil ? "kartoteka" : "logo", extension: "svg", type: "image/svg+xml",
      data: logo ?? Data(Icon.drawing.utf8))
    var assets = Assets(icon: icon.path, pixels: Self.pixels.path)
    assets.isAlone = isAlone
    assets.product = branding.title
    assets.hasOwnIcon = logo != nil
    var files = [icon, Self.pixels]
    for kind in PageKind.allCases {
      let style = AssetFile(
        name: kind.rawValue, extension: "css", type: "text/css; charset=utf-8",
        content: Style.sheet(of: kind, hues: hues))
      assets.styles[kind] = style.path
      assets.scripts[kind] = ScriptModules.platform.modules(of: kind).map(\.file.path)
      files.append(style)
    }
    files += ScriptModules.platform.modules.values.map(\.file)
    // Applications get positions while they are served.
    assets.world = Self.world.path
    assets.outlines = OutlineFiles.folder
    files.append(Self.world)
    self.assets = assets
    self.files = files
  }

  var routes: [ScreenRoute] {
    let worker = CompressibleResponse(Self.workerHeaders, ByteBuffer(string: Worker.text), level: Gzip.small)
    return files.map(\.route) + [
      OutlineFiles().route,
      ScreenRoute(
        .get, RouterPath(Worker.path.text), needs: .public,
        .file { worker.response(acceptsGzip: $0.acceptsGzip) }),
    ]
  }

  // Browsers ask for a newer worker after that time. It is responsible for all pages, although it stands among assets.
  private static let workerHeaders: HTTPFields = {
    var headers: HTTPFields = [
      .contentType: "text/javascript; charset=utf-8", .cacheControl: "public, max-age=3600",
    ]
    if let scope = HTTPField.Name("Service-Worker-Allowed") { headers[scope] = "/" }
    return headers
  }()
}
