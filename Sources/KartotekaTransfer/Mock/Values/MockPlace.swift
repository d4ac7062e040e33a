/// Places on Earth: near the record's city, or within its country where records are countries.
enum MockPlace {
  /// `52.229700,21.012200`; with a record's order one that no other record has, since its number stands in
  /// the last digits, which are some metres.
  static func coordinate(
    _ hint: MockHint, _ record: inout MockRecord, _ random: inout MockRandom, unique: Bool
  ) -> String {
    let index = unique ? record.order.index : random.below(100_000_000)
    return degrees(latitude(hint, &record), index % 10_000) + ","
      + degrees(longitude(hint, &record), index / 10_000 % 10_000)
  }

  /// The latitude of the same place.
  static func latitude(_ hint: MockHint, _ record: inout MockRecord) -> Double {
    hint.noun == "country" ? record.country.latitude : record.address.city.latitude
  }

  /// The longitude of the same place.
  static func longitude(_ hint: MockHint, _ record: inout MockRecord) -> Double {
    hint.noun == "country" ? record.country.longitude : record.address.city.longitude
  }

  /// Hundredths of a degree, with four digits behind them.
  static func degrees(_ degrees: Double, _ rest: Int) -> String {
    let hundredths = Int((degrees * 100).rounded())
    let digits = String(1000 + hundredths.magnitude % 100).suffix(2)
    return (hundredths < 0 ? "-" : "") + String(hundredths.magnitude / 100) + "." + digits
      + String(10_000 + rest % 10_000).dropFirst()
  }
}
