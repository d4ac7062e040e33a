import Foundation
import KartotekaModel

@testable import KartotekaServices

/// Answers as the services document them.
enum Sample {
  /// <https://www.pexels.com/api/documentation/#photos-search>, with pictures at the stand-in itself.
  static let photos = #"""
    {"total_results":10000,"page":1,"per_page":2,
     "photos":[
      {"id":3573351,"width":3066,"height":3968,"url":"https://www.pexels.com/photo/trees-during-day-3573351/",
       "photographer":"Lukas Rodriguez","photographer_url":"https://www.pexels.com/@lukas-rodriguez-1845331",
       "photographer_id":1845331,"avg_color":"#374824",
       "src":{"original":"BASE/photos/3573351.png","large2x":"BASE/photos/3573351.png?dpr=2",
              "large":"BASE/photos/3573351.png?auto=compress&h=650&w=940",
              "medium":"BASE/photos/3573351.png?auto=compress&h=350","small":"BASE/s","portrait":"BASE/p",
              "landscape":"BASE/l","tiny":"BASE/t"},
       "liked":false,"alt":"Brown Rocks During Golden Hour"},
      {"id":2,"width":10,"height":10,"url":"javascript:alert(1)","photographer":"Nobody",
       "photographer_url":"https://www.pexels.com/@nobody","src":{"large":"BASE/photos/2.png"},"alt":""}],
     "next_page":"https://api.pexels.com/v1/search/?page=2&per_page=2&query=nature"}
    """#

  /// <https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/>, with `format=json`.
  static let cities = #"""
    {"results":[
      {"datasource":{"sourcename":"openstreetmap","attribution":"© OpenStreetMap contributors"},
       "country":"Portugal","country_code":"pt","city":"Lisbon","state":"Lisbon District","county":"Lisbon",
       "lon":-9.1365919,"lat":38.7077507,"result_type":"city","formatted":"Lisbon, Portugal",
       "address_line1":"Lisbon","address_line2":"Portugal","category":"administrative",
       "rank":{"importance":0.78,"confidence":1,"match_type":"full_match"},"place_id":"51d3f1"},
      {"country":"Spain","country_code":"es","city":"Lisbona","state":"Nowhere","lon":-1.0,"lat":40.0,
       "place_id":"51aaaa"},
      {"country":"Portugal","country_code":"pt","city":"Lisbon","state":"Lisbon District","lon":-9.14,"lat":38.71,
       "place_id":"51d3f2"},
      {"country":"Portugal","country_code":"pt","city":"Lisboa","lon":-9.14,"lat":138.71,"place_id":"51d3f3"}],
     "query":{"text":"lisb"}}
    """#

  /// A picture of one grey pixel that says that it has more.
  static func png(_ width: UInt32 = 1, _ height: UInt32 = 1) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8) + bytes(width)
      + bytes(height) + [8, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 40)
  }
}

/// A way to a stand-in, on a clock of its own, with every pause as long as it may be.
struct Net: Sendable {
  static let key = "K3y-never-to-be-seen"

  let clock = FakeClock()
  let network: ServiceNetwork
  let log = LogBook()

  init(_ standIn: StandIn) { self.init(["PEXELS_URL": standIn.address, "GEOAPIFY_URL": standIn.address]) }

  init(_ environment: [String: String]) {
    network = ServiceNetwork(environment: environment, logger: log.logger, clock: clock) { $0 }
  }

  func pexels(_ key: String? = Net.key) throws -> Pexels { try Pexels(network: network) { key } }
  func geoapify(_ key: String? = Net.key) throws -> Geoapify { try Geoapify(network: network) { key } }
}
