import KartotekaModel

/// Two columns of a file with the degrees of one position.
struct PositionColumns: Hashable {
  let latitude: Int
  let longitude: Int
  /// The common part of the headings: `pickup` of `pickup_lat` and `pickup_lng`; empty for none.
  let stem: String

  /// The label of a field for such positions.
  var label: String { stem.isEmpty ? "Position" : stem.prefix(1).uppercased() + stem.dropFirst() + " position" }

  private static let latitudes = [
    "latitude", "lat", "latitud", "latitudine", "breite", "breitengrad", "szerokosc", "szerokosc geograficzna",
    "szerokość", "szerokość geograficzna",
    "szer geogr", "sirka", "zemepisna sirka", "широта", "breedtegraad",
  ]
  private static let longitudes = [
    "longitude", "lon", "lng", "long", "longitud", "longitudine", "lange", "laenge", "langengrad", "dlugosc", "długość",
    "długość geograficzna",
    "dlugosc geograficzna", "dl geogr", "delka", "zemepisna delka", "долгота", "довгота", "lengtegraad",
  ]

  /// The pairs among headings.
  static func pairs(in headings: [String]) -> [PositionColumns] {
    let words = headings.map { heading in
      Folding.fold(Naming.snakeCase(heading)).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    return words.indices.compactMap { place in
      guard let stem = stem(words[place], latitudes),
        let other = words.indices.first(where: { $0 != place && self.stem(words[$0], longitudes) == stem })
      else { return nil }
      return PositionColumns(latitude: place, longitude: other, stem: stem)
    }
  }

  private static func stem(_ words: [String], _ endings: [String]) -> String? {
    let folded = endings.map { Folding.fold($0).split(separator: " ").map(String.init) }
    let found = folded.filter { words.count >= $0.count && Array(words.suffix($0.count)) == $0 }.max {
      $0.count < $1.count
    }
    guard let found else {
      // `GPS Latitude (deg)`
      guard words.count == 2, folded.contains([words[0]]), ["deg", "degrees", "wgs84"].contains(words[1]) else {
        return nil
      }
      return ""
    }
    let stem = words.dropLast(found.count).joined(separator: " ")
    return ["gps", "geo", "stop", "location", "wgs84"].contains(stem) ? "" : stem
  }

  /// The text of a position; empty where both parts are.
  static func text(_ latitude: String, _ longitude: String) -> String {
    let (latitude, longitude) = (degrees(latitude), degrees(longitude))
    return latitude.isEmpty && longitude.isEmpty ? "" : latitude + "," + longitude
  }

  // Degrees have no groups: a comma is before their decimal places.
  private static func degrees(_ text: String) -> String {
    let text = text.trimmingSpaces()
    return text.contains(".") ? text : text.replacing(",", with: ".")
  }

  /// Whether a text is a number of degrees in a range.
  static func isDegrees(_ text: String, _ most: Double) -> Bool {
    Double(degrees(text)).map { (-most...most).contains($0) } ?? false
  }
}
