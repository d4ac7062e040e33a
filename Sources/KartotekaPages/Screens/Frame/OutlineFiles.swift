import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import Synchronization

/// The detailed outlines of countries, one file each, generated on demand.
final class OutlineFiles: Sendable {
  /// Their folder. The version covers all of them.
  static let folder = URLPath("assets", "outlines." + AssetFile.version(of: WorldMap.detailText.utf8))

  private let responses = Mutex<[CountryCode: CompressibleResponse]>([:])

  var route: ScreenRoute {
    ScreenRoute(
      .get, RouterPath(Self.folder.text + "/{file}"), needs: .public,
      .file { [self] request in
        guard let name = request.uri.path.split(separator: "/").last, name.hasSuffix(".svg"),
          let country = CountryCode(String(name.dropLast(4))), name == country.code + ".svg",
          let response = response(of: country)
        else { return Response(status: .notFound) }
        return response.response(acceptsGzip: request.acceptsGzip)
      })
  }

  private func response(of country: CountryCode) -> CompressibleResponse? {
    responses.withLock { responses in
      if let response = responses[country] { return response }
      guard let file = MapDetails.file(of: country) else { return nil }
      let response = CompressibleResponse(
        [.contentType: "image/svg+xml", .cacheControl: "public, max-age=31536000, immutable"], ByteBuffer(string: file),
        level: Gzip.small)
      responses[country] = response
      return response
    }
  }
}
