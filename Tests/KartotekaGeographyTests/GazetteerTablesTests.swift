import Foundation
import KartotekaModel
import KartotekaWorldData
import Testing

@testable import KartotekaGeography

@Suite("The gazetteer's lists")
struct GazetteerTablesTests {
  private func table(_ name: String) -> NameTable { NameTable(WorldFiles.text(name)) }

  /// Paris twice, Parma, and the other names of the first.
  private let small = Gazetteer(
    cities: """
      Paris\t2138551\tFR\t2988507\t48.853\t2.349
      Paris\t24782\tUS\t4717560\t33.661\t-95.556
      Parma\t198292\tIT\t3171457\t44.799\t10.326

      """,
    alternates: """
      Lutetia\t\t000
      Parys\t001\t000
      Paryż\t000
      Париж\t000001

      """)

  @Test("Both lists are sorted by what their names are looked up by", arguments: ["cities.tsv", "alternates.tsv"])
  func sorted(_ name: String) {
    let table = table(name)
    var previous: ArraySlice<UInt8> = []
    var wrong: [String] = []
    for line in 0..<table.count {
      let key = table.keys[table.key(line)]
      if key.isEmpty || key.lexicographicallyPrecedes(previous) { wrong.append(String(table.fields(line)[0])) }
      previous = key
    }
    #expect(wrong.isEmpty, "Run script/geodata: \(wrong.prefix(5))")
  }

  @Test("Every line of the cities is complete, and every number is there once")
  func cities() {
    let table = table("cities.tsv")
    var ids: Set<Int> = []
    for line in 0..<table.count {
      let fields = table.fields(line)
      #expect(fields.count == 6 && CountryCode(fields[2]) != nil && Int(fields[1]) != nil, "\(fields)")
      if let id = Int(fields[3]) { ids.insert(id) }
    }
    #expect(table.count > 30_000)
    #expect(ids.count == table.count)
  }

  @Test("Other names are of cities that are there, and say something else than the city's own name")
  func alternates() {
    let (cities, alternates) = (table("cities.tsv"), table("alternates.tsv"))
    var wrong: [String] = []
    for line in 0..<alternates.count {
      let fields = alternates.fields(line)
      for field in fields.dropFirst() {
        let digits = Array(field)
        for start in stride(from: 0, to: digits.count, by: 3) {
          guard digits.count >= start + 3, let city = Int(String(digits[start..<start + 3]), radix: 36),
            city < cities.count, cities.keys[cities.key(city)] != alternates.keys[alternates.key(line)]
          else {
            wrong.append("\(fields)")
            break
          }
        }
      }
      if !(2...3).contains(fields.count) || fields.dropFirst().allSatisfy(\.isEmpty) { wrong.append("\(fields)") }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("All that is shipped stays under 3.5 MB, and says whose work it is")
  func sizeAndCredits() {
    #expect(WorldData.names.reduce(0) { $0 + WorldData.text($1).utf8.count } < 3_500_000)
    let credits = WorldFiles.text("README.md")
    for words in ["Natural Earth", "public domain", "GeoNames", "CC BY 4.0", "https://www.geonames.org"] {
      #expect(credits.contains(words), "\(words)")
    }
  }

  @Test("Of a city's other names, one that is preferred is shown")
  func preferred() {
    #expect(small.search("pary", limit: 2).map(\.called) == ["Paryż", "Parys"])
    #expect(small.search("parys").map(\.called) == ["Parys", "Parys"])
    #expect(small.search("пар").map(\.geonameID) == [2_988_507, 4_717_560])
    #expect(small.search("lut").map(\.called) == ["Lutetia"])
  }

  @Test("Its own name comes before the other names, though fewer people live there")
  func ownNames() {
    #expect(small.search("par").map(\.called) == ["Paris", "Parma", "Paris"])
  }

  @Test(
    "Names are looked up without signs and accents",
    arguments: [
      ("Sana’a", "sanaa"), ("Sanaʻa", "sanaa"), ("St. John's", "st johns"), ("Saint-Étienne", "saint etienne"),
      (" A  (B)/c ", "a b c"), ("Їжак", "іжак"), ("Йошкар-Ола", "йошкар ола"), ("—", "—"), ("…", "…"), ("'", ""),
    ])
  func keys(_ name: String, _ key: String) {
    #expect(String(decoding: NameKey.key(of: name), as: UTF8.self) == key)
  }

  @Test("The walk through the sorted names finds the same as comparing with each of them")
  func walk() {
    let names = ["abc", "abcd", "abd", "b", "ba", "bac", "bca", "cab", "cabal", "москва", "мотала"]
    let table = NameTable(names.map { $0 + "\t\n" }.joined())
    for text in ["abc", "acb", "bac", "cabla", "абв", "мсква", "моск", "xyz"] {
      for limit in 0...3 {
        var found: [Int: (Int, Bool)] = [:]
        table.forEachLine(like: Array(text.utf8), errors: limit) { found[$0.line] = ($0.errors, $0.isWhole) }
        for (line, name) in names.enumerated() {
          let whole = EditDistance.between(text, name, limit: limit)
          let beginning = EditDistance.between(text, beginningOf: name, limit: limit)
          #expect(found[line]?.0 == whole ?? beginning, "\(text) \(name) \(limit)")
          #expect(found[line]?.1 == (whole ?? beginning == nil ? nil : whole != nil), "\(text) \(name) \(limit)")
        }
      }
    }
  }
}
