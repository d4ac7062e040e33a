import HTTPTesting
import HTTPTypes
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
    ])
  }

  @Test(
    arguments: [
      (nil, nil, true), ("same-origin", "cors", true), ("same-site", "no-cors", true), ("none", "navigate", true),
      ("cross-site", "navigate", true), ("cross-site", "no-cors", false), ("cross-site", "cors", false),
      ("cross-site", nil, false),
    ] as [(String?, String?, Bool)])
  func answersNoOtherWebsitesPages(_ site: String?, _ mode: String?, _ isAnswered: Bool) async throws {
    var headers = Self.headers(nil, site)
    if let mode, let name = HTTPField.Name("Sec-Fetch-Mode") { headers[name] = mode }
    try await check([
      APICase.get("/api/school/courses", isAnswered ? 200 : 403, has: isAnswered ? [] : ["foreign-origin"])
        .with(headers),
      APICase.get("/api/school/courses/1", isAnswered ? 200 : 403).with(headers),
    ])
  }
}
