import Foundation
import KartotekaModel
import KartotekaStore

@testable import KartotekaTransfer

// Sales that name their buyers by codes which nobody has, with lines of their own.
struct Buyer: Entity {
  let code = Attribute<String>("Code", .unique, .length(0...10))
  let name = Attribute<String>("Buyer name", .required, .title)
  let town = Attribute<String>("Town")
}

struct Sale: Entity {
  let buyer = ToOne<Buyer>("Buyer", onDelete: .deny)
  let soldOn = Attribute<CalendarDate>("Sold on", .required)
  let shipName = Attribute<String>("Ship name")
  let shipTown = Attribute<String>("Ship town")
}

struct Item: Entity {
  let sale = ToOne<Sale>("Sale", required: true, onDelete: .cascade)
  let place = ToOne<Place>("Place", onDelete: .nullify)
  let count = Attribute<Int>("Count", .required, .atLeast(1))
}

struct Place: Entity {
  let code = Attribute<String>("Place code", .required, .unique, .title, .aliases("PlaceID"))
  let visitors = ManyToMany<Buyer>("Visitors")
}

/// That somebody looks after a place.
struct Duty: Entity {
  static let plural = "duties"
  static let nouns = Nouns("duty", "duties")
  let buyer = ToOne<Buyer>("Buyer", required: true, onDelete: .cascade)
  let place = ToOne<Place>("Place", required: true, onDelete: .cascade)
  static let uniqueKeys = [UniqueKey(\Duty.buyer, \.place)]
}

let shop = ModelDescription([Buyer.self, Sale.self, Item.self, Place.self, Duty.self])

extension Desk {
  var resolver: Resolver { Resolver(store) }

  /// The kept rows, as tests compare them: file, line and reason.
  func kept(_ which: ReviewRequest = ReviewRequest()) async throws -> [String] {
    try await resolver.rows(which).rows.map { "\($0.file):\($0.line) \(Localizer.english($0.reason))" }
  }

  /// The groups, as tests compare them.
  func groups() async throws -> [String] {
    try await resolver.groups().map {
      "\($0.entity.name).\($0.relationship.name) \($0.text): \($0.records)+\($0.rows)\($0.awaited == nil ? "" : " awaited")"
    }
  }

  /// The group of a text.
  func group(_ text: String) async throws -> ReferenceGroup? {
    try await resolver.groups().first { $0.text == text }
  }

  /// The number of the kept row of that place.
  func row(_ file: String, _ line: Int) async throws -> Int64 {
    let rows = try await resolver.rows(ReviewRequest(limit: .max)).rows
    return rows.first { $0.file == file && $0.line == line }?.id ?? 0
  }
}

/// Files as a shop might have them: buyers named by codes in sales only, a broken date with lines that wait for it, and
/// places one of whose codes lost its zero.
enum ShopFiles {
  static let buyers = """
    BuyerID;BuyerName;Town
    1;Vins et alcools;Reims
    2;Toms Spezialitäten;Münster
    3;Hanari Carnes;Rio
    4;Wolski  Zajazd;Warszawa
    """
  static let sales = """
    SaleID,Buyer,SoldOn,ShipName,ShipTown
    10,VINET,1996-07-04 00:00:00.000,Vins et alcools,Reims
    11,TOMSP,1996-07-05,TOMS SPEZIALITATEN,Münster
    12,VINET,1996-07-06 00:00:0 0,Vins et alcools,Reims
    13,HANAR,1996-07-07,Hanari Carnes,Rio
    14,HANAR,1996-07-08,Hanari Carnes 2,Rio
    15,WOLZA,1996-07-09,Wolski Zajazd,Lwów
    """
  static let items = "SaleID,Count\n10,1\n12,2\n12,3\n13,4\n"
  static let places = "PlaceID\n101581\n02116\n"
  static let duties = "BuyerID,PlaceID\n1,01581\n2,02116\n"

  /// All of them, the ones that refer to others first.
  static var all: KeyValuePairs<String, String> {
    ["items.csv": items, "sales.csv": sales, "duties.csv": duties, "places.csv": places, "buyers.csv": buyers]
  }
}
