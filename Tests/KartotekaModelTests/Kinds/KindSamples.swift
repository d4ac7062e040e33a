import KartotekaModel

/// For every kind, texts that it takes and texts that it refuses.
enum KindSamples {
  static let accepted: [KindName: [String]] = [
    .text: ["Anna", "<b>bold</b>", "'; DROP TABLE users; --", "👩‍👩‍👧", "שלום", "a\tb"],
    .integer: ["0", "-5", "+7", "1 000", "1,234,567", "-9007199254740992", "9007199254740992"],
    .real: ["0", "-1.5", "1,5", "1 234.5", "1e300", "-5e-324", "0.1", "123456789012345680000"],
    .decimal: ["0", "18.50", "18,5", "-0.01", "$18.00", "1 234,50", "92233720368547758.07"],
    .boolean: ["yes", "No", "TRUE", "0", "on", "tak", "Нет", "ja", "Nein", "oui", "✓"],
    .date: [
      "2026-11-21", "21.11.2026", "2024-02-29 00:00:00", "11/21/2026", "21-11-2026 0:00:00", "5-Jan-2000",
      "January 5, 2000", "5 stycznia 2000", "7 марта 2001", "2000/1/5",
    ],
    .timestamp: ["2026-11-21T09:12:00Z", "2026-11-21 09:12", "2026-11-21T09:12:00.125+02:00", "11/21/2026 9:12 PM"],
    .choice: ["new", "NEW", "Worn out"],
    .mail: ["anna@example.org", "Anna.Łódzka+list@EXAMPLE.org", "jan@łódź.example.pl"],
    .phone: [
      "+48 123 456 789", "0048-123.456.789", "(022) 555 01 47", "112", "997", "+48 22 555 0147 ext. 3",
      "+48225550147;ext=5", "22 555 0147 x3", "+48 225 550 147 x123456",
    ],
    .url: ["https://example.org", "example.org/a?b=c#d", "http://localhost:8080/", "HTTPS://EXAMPLE.ORG/ż"],
    .blob: ["AAEC/w==", "0x00FF", "0xdeadBEEF"],
    .picture: ["iVBORw0KGgo=", "0x89504e47"],
    .coordinate: ["52.2297,21.0122", "geo:-33.86,151.21", "0, 0"],
    .country: ["PT", "pl", "DEU", "Portugal", "польша", "WŁOCHY", "cote d'ivoire", "the Netherlands", "Голландия"],
  ]

  static let refused: [KindName: [String]] = [
    .text: ["a\u{0}b", "a\u{7f}", "a\nb", "\u{1b}[31m"],
    .integer: [
      "1,5", "1,000", "1.000", "0,125", "1 234,567", "12,34", "1e3", "five", "9223372036854775808", "0x10", "--5", "+",
      "1_000",
    ],
    .real: ["nan", "inf", "-infinity", "0x1p3", "1e999", "1.2.3", ".", "-", "1,234,5", "e5"],
    .decimal: ["18.505", "92233720368547758.08", "1.2.3", "1,234,5", "$", "-", ".", "12a", "1e2", "٣"],
    .boolean: ["maybe", "2", "-1", "yesno", "✗"],
    .date: [
      "2023-02-29", "31.04.2026", "21.11.26", "2026-11-21 09:12", "1/5/2000", "11/21/26", "13/13/2000",
      "2026-11-21x00:00", "today",
      "+1.+1.2026", "5-Foo-2000", "1/5-2000", "Jan 2000",
    ],
    .timestamp: [
      "2026-02-29T00:00Z", "09:12", "2026-11-21T25:00", "yesterday", "0001-01-01T00:00:00+01:00",
      "1/5/2000 09:12",
    ],
    .choice: ["", "old", "new ", "<new>"],
    .mail: [
      "anna", "anna@", "@example.org", "anna@example", "a b@example.org", "anna@exa_mple.org", "anna@-a.org",
      "anna@a..org",
      "a..b@example.org", ".a@example.org", "anna@example.org>", "anna@İ.com",
    ],
    .phone: [
      "12", "1234567890123456", "abc", "+", "no number", "+48 22 555 0147 ext. 1234567", "225550147, 225550148",
      "22 555 0147 or 22 555 0148", "223344, 22334", "22 555 0147 x3 x4",
    ],
    .url: [
      "javascript:alert(1)", "javascript://example.org/%0aalert(1)", "data:text/html,x", "ftp://example.org",
      "mailto:anna@example.org",
      "anna@example.org", "https://user:secret@example.org", "example", "https://", "https://exa mple.org",
      "https://.org", "//",
      "https://example.org/\u{0}",
    ],
    .blob: ["not base64!", "AAE", "0xABC", "0xGG", "AA EC"],
    .picture: ["a picture", "0x8"],
    .coordinate: ["91,0", "0,181", "nan,nan", "52.2297", "52,2297,21,0122", "north"],
    .country: ["XX", "AN", "ZZZ", "Portugla", "Atlantis", "P", "Port", "P T", "Poland Germany"],
  ]

  /// An attribute of the kind, with what some kinds need.
  static func attribute(_ kind: KindName) -> AttributeDescription {
    var attribute = AttributeDescription(name: "value", label: "Value", kind: kind)
    if kind == .decimal { attribute.scale = 2 }
    if kind == .choice { attribute.choices = [Choice("new", "New"), Choice("worn", "Worn out")] }
    return attribute
  }
}
