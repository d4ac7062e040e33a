/// Mail addresses and web addresses at reserved domains (RFC 2606, section 3).
enum MockMail {
  static let domains = ["example.org", "example.com", "example.net"]

  /// An address derived from a person's name. A number makes it unique.
  static func address(
    _ person: MockPerson, _ random: inout MockRandom, number: Int?, maximumLength: Int?
  ) -> String {
    let (first, last) = (person.first.mail, person.last.mail)
    var local =
      switch random.below(8) {
      case 0: String(first.prefix(1)) + "." + last
      case 1: String(first.prefix(1)) + last
      case 2: last + "." + first
      case 3: first + "_" + last
      case 4: first + "." + last + String(50 + random.below(50))
      default: first + "." + last
      }
    let suffix = number.map { "." + String($0) } ?? ""
    let domain = "@" + random.pick(domains)
    // RFC 5321, 4.5.3.1.1: at most 64 octets before the @.
    let room = max(1, min(64, (maximumLength ?? 254) - domain.utf8.count) - suffix.utf8.count)
    if local.utf8.count > room { local = String(local.prefix(room)) }
    while local.utf8.count > 1, let last = local.last, !last.isLetter, !last.isNumber { local.removeLast() }
    return local + suffix + domain
  }

  /// The address of a page.
  static func page(_ name: String, _ random: inout MockRandom, number: Int?, maximumLength: Int?) -> String {
    let start = "https://www." + random.pick(domains) + "/"
    let suffix = number.map { "-" + String($0) } ?? ""
    let room = max(0, (maximumLength ?? 200) - start.utf8.count - suffix.utf8.count)
    let words = name.split(separator: " ").map { MockLetters.mail(String($0)) }.filter { !$0.isEmpty }
    return start + words.joined(separator: "-").prefix(room) + suffix
  }
}
