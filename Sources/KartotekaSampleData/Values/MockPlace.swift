import KartotekaModel

/// Positions: near the record's city, or in its country for records that are countries.
enum MockPlace {
  /// A position such as `52.229700,21.012200`. With a record's order it is unique, because its last digits contain the index;
  /// they amount to some metres.
  static func coordinate(
    _ hint: MockHint, _ record: inout MockRecord, _ random: inout MockRandom, unique: Bool
  ) -> String {
    let index = unique ? record.order.index : random.below(100_000_000)
    return degrees(latitude(hint, &record), index % 10_000) + ","
      + degrees(longitude(hint, &record), index / 10_000 % 10_000)
  }

  /// The latitude of the position.
  static func latitude(_ hint: MockHint, _ record: inout MockRecord) -> Double {
    hint.noun == "country" ? record.country.latitude : record.address.city.latitude
  }

  /// The longitude of the position.
  static func longitude(_ hint: MockHint, _ record: inout MockRecord) -> Double {
    hint.noun == "country" ? record.country.longitude : record.address.city.longitude
  }

  /// Degrees with two digits and four further ones.
  static func degrees(_ degrees: Double, _ rest: Int) -> String {
    let hundredths = Int(clampingNearest: degrees * 100)
    let (whole, digits) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    let further = String(10_000 + rest % 10_000).dropFirst()
    return "\(sign)\(whole).\(String(1000 + digits).suffix(2))\(further)"
  }
}
