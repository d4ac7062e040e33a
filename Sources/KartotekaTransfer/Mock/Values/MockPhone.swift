import KartotekaModel

/// Telephone numbers with the calling code of the country (ITU-T E.164).
enum MockPhone {
  /// A number in the person's city, or a mobile one where there are some that belong to nobody.
  static func number(_ address: MockAddress, _ random: inout MockRandom) -> String {
    let locale = address.locale
    let pattern = random.chance(300) ? locale.mobile ?? address.city.phone : address.city.phone
    return format(locale.callingCode, pattern.fill(&random))
  }

  /// A number that no other record has: the record's number stands in its digits, mixed up; where there are
  /// more records than such numbers, further digits follow.
  static func unique(_ locale: MockLocale, _ order: MockOrder) -> String {
    let count = (0..<locale.spare.freeDigits).reduce(1) { power, _ in power * 10 }
    let more = order.index / count
    return format(
      locale.callingCode,
      locale.spare.fill(number: order.shuffled(count)) + (more == 0 ? [] : Array(String(more).utf8)))
  }

  private static func format(_ callingCode: String, _ digits: [UInt8]) -> String {
    PhoneFormatter.format("+" + callingCode + String(decoding: digits, as: UTF8.self))
  }
}
