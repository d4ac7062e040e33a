import KartotekaModel

/// Telephone numbers with calling codes (ITU-T E.164).
enum MockPhone {
  /// A number in the person's city, or an unassigned mobile number.
  static func number(_ address: MockAddress, _ random: inout MockRandom) -> String {
    let locale = address.locale
    let pattern = random.chance(300) ? locale.mobile ?? address.city.phone : address.city.phone
    return format(locale.callingCode, pattern.fill(&random))
  }

  /// A unique number: its digits contain the permuted index of the record, with additional digits if there are more records
  /// than numbers.
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
