import KartotekaModel

/// The manifest by which a phone or a desk installs an app: name, icon, colours and first page (W3C, Web Application
/// Manifest).
package struct Manifest {
  /// The address relative to an app's, or to the drawer's.
  package static let name = "manifest.webmanifest"

  package var title: String
  package var summary: String
  /// The first page, which also tells one installed app from another.
  package var start: URLPath
  package var language: Language
  package var assets: Assets
  /// The app's own icon, unless the program has a logo; nil for Kartoteka's.
  package var ownIcon: URLPath?
  /// The same as a PNG file, see ``PixelIcon``; nil where there is none.
  package var ownPixels: URLPath?

  package init(
    title: String, summary: String, start: URLPath, language: Language, assets: Assets, ownIcon: URLPath? = nil,
    ownPixels: URLPath? = nil
  ) {
    self.title = title
    self.summary = summary
    self.start = start
    self.language = language
    self.assets = assets
    self.ownIcon = ownIcon
    self.ownPixels = ownPixels
  }

  /// The manifest's file.
  package var json: JSONValue {
    let vector = assets.hasOwnIcon ? assets.icon : ownIcon ?? assets.icon
    let pixels = ["any", "maskable"].map { icon(ownPixels ?? assets.pixels, "image/png", "512x512", $0) }
    return [
      "name": .string(title), "short_name": .string(title), "description": .string(summary),
      "lang": .string(language.code), "id": .string(start.text), "start_url": .string(start.text), "scope": "/",
      "display": "standalone", "background_color": "#f4f1ea", "theme_color": "#f4f1ea",
      "icons": .array(
        [icon(vector, "image/svg+xml", "any", "any")]
          + (assets.hasOwnIcon ? [icon(vector, "image/svg+xml", "any", "maskable")] : pixels)),
    ]
  }

  private func icon(_ path: URLPath, _ type: String, _ sizes: String, _ purpose: String) -> JSONValue {
    ["src": .string(path.text), "type": .string(type), "sizes": .string(sizes), "purpose": .string(purpose)]
  }
}
