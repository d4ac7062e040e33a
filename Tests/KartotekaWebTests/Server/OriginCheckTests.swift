import HTTPTypes
import HummingbirdTesting
import Testing

@testable import KartotekaWeb

@Suite struct OriginCheckTests {
  private static func headers(_ origin: String?, _ site: String?) -> HTTPFields {
    var headers: HTTPFields = [.contentType: "application/json"]
    if let origin { headers[.origin] = origin }
    if let site, let name = HTTPField.Name("Sec-Fetch-Site") { headers[name] = site }
    return headers
  }

  @Test(
    arguments: [
      (nil, nil, true), ("http://localhost", nil, true), ("http://localhost", "same-origin", true),
      ("https://localhost", "same-origin", true), ("http://LOCALHOST", nil, true), (nil, "none", true),
      ("null", nil, false), ("http://evil.example", nil, false), ("http://localhost:8081", nil, false),
      ("http://localhost.evil.example", nil, false), ("http://localhost", "cross-site", false),
      (nil, "cross-site", false), (nil, "same-site", false), ("ftp://localhost", nil, false), ("", nil, false),
    ] as [(String?, String?, Bool)])
  func takesChangesFromItsOwnPages(_ origin: String?, _ site: String?, _ isTaken: Bool) async throws {
    let headers = Self.headers(origin, site)
    try await check([
      .send(.post, "/api/school/courses", #"{"name":"Yoga"}"#, isTaken ? 201 : 403, headers: headers),
      .send(.patch, "/api/school/courses/1", #"{"seats":2}"#, isTaken ? 200 : 403, headers: headers),
      APICase.delete("/api/school/courses/4", isTaken ? 204 : 403).with(headers),
      // Reading is safe: other sites can't look at what comes.
      APICase.get("/api/school/courses").with(headers),
    ])
  }
}
