import KartotekaModel
import Testing

@Suite("Phone formatter")
struct PhoneFormatterTests {
  @Test(
    "UC-7 A number is written as a phone's address book writes it",
    arguments: [
      ("+999999999999", "+99 999 999 9999"),
      ("+99 99999999999", "+99 99999999999"),
      ("99999999999", "99999999999"),
      ("0048-123.456.789", "+48 123 456 789"),
      ("+48 (123) 456-789", "+48 123 456 789"),
      (" +48123456789 ", "+48 123 456 789"),
      ("00 48 22 555 01 472", "+48 225 550 1472"),
      ("123-456-789", "123456789"),
      ("(022) 555 01 47", "0225550147"),
    ])
  func written(_ typed: String, _ shown: String) {
    #expect(PhoneFormatter.format(typed) == shown)
  }

  @Test(
    "UC-7 The country code decides where the first space stands",
    arguments: [
      ("+15551234567", "+1 555 123 4567"),
      ("+79161234567", "+7 916 123 4567"),
      ("+380441234567", "+380 441 234 567"),
      ("+420601123456", "+420 601 123 456"),
      ("+4915112345678", "+49 15112345678"),
      ("+48225501472", "+48 225 501 472"),
      ("+442079460958", "+44 207 946 0958"),
      ("+861381234567", "+86 138 123 4567"),
      ("+992372123456", "+992 372 123 456"),
      ("+99912345678", "+99 912 345 678"),
    ])
  func countryCode(_ typed: String, _ shown: String) {
    #expect(PhoneFormatter.format(typed) == shown)
  }

  @Test(
    "UC-7 A number that is still being typed is written as far as it goes",
    arguments: [
      ("", ""), ("+", "+"), ("+4", "+4"), ("+48", "+48"), ("+481", "+48 1"), ("+481234", "+48 123 4"),
      ("+481234567", "+48 123 456 7"), ("+38", "+38"), ("+380", "+380"), ("+3804", "+380 4"), ("+1", "+1"),
      ("+15", "+1 5"), ("0", "0"), ("00", "00"), ("004", "+4"), ("0048", "+48"),
    ])
  func partial(_ typed: String, _ shown: String) {
    #expect(PhoneFormatter.format(typed) == shown)
  }

  @Test(
    "UC-7 Letters and everything else that is no digit is ignored",
    arguments: [
      ("tel. +48 123 456 789", "+48 123 456 789"), ("abc", ""), ("1a2b3c", "123"), ("48+123", "48123"),
      ("++48 1", "+48 1"), ("📞+48 1", "+48 1"), ("\u{202e}+48 1\u{0}", "+48 1"), ("+٤٨ ١٢٣", "+48 123"),
      ("１２３", "123"),
      ("½²", ""),
    ])
  func ignored(_ typed: String, _ shown: String) {
    #expect(PhoneFormatter.format(typed) == shown)
  }

  @Test(
    "The zero that is dialled within the country only is left out",
    arguments: [
      ("+44 (0)20 7946 0958", "+44 207 946 0958"), ("0049(0)30 123456", "+49 301 234 56"), ("(0)20 123", "020123"),
    ])
  func trunkZero(_ typed: String, _ shown: String) { #expect(PhoneFormatter.format(typed) == shown) }

  @Test(
    "UC-7 An extension is written behind the number, whatever it is called",
    arguments: [
      ("+48 12 345 67 89 ext. 12", "+48 123 456 789 x12"), ("+48 12 345 67 89 wew. 12", "+48 123 456 789 x12"),
      ("+48 12 345 67 89 доб. 12", "+48 123 456 789 x12"), ("+48 12 345 67 89 x12", "+48 123 456 789 x12"),
      ("+48 12 345 67 89 #12", "+48 123 456 789 x12"), ("+48123456789,12", "+48 123 456 789 x12"),
      ("+48123456789;ext=012", "+48 123 456 789 x012"), ("+48 12 345 67 89 (Ext 12)", "+48 123 456 789 x12"),
      ("022 555 01 47 w. ٣", "0225550147 x3"), ("555 01 47 Extension: 123456", "5550147 x123456"), ("997 x1", "997 x1"),
      ("+44 (0)20 7946 0958 ext 7", "+44 207 946 0958 x7"),
    ])
  func withExtension(_ typed: String, _ shown: String) {
    #expect(PhoneFormatter.format(typed) == shown)
    #expect(PhoneText(shown).rest == nil)
  }

  @Test(
    "What follows a number and is no extension is found, so that its digits do not become part of the number",
    arguments: [
      ("225550147, 225550148", ", 225550148"), ("600 100 200 lub 600 100 201", "lub 600 100 201"),
      ("123,456,789", ",789"), ("225550147 x1234567", "x1234567"), ("225550147 x1 x2", "x1 x2"),
      ("225550147 home 2", "home 2"),
    ])
  func rest(_ typed: String, _ rest: String) {
    #expect(PhoneText(typed).rest.map(String.init) == rest)
  }

  @Test("What follows a number without digits is ignored", arguments: ["225550147 home", "225550147 x", "225550147,"])
  func words(_ typed: String) {
    #expect(PhoneText(typed).rest == nil && PhoneFormatter.format(typed) == "225550147")
  }

  @Test("UC-7 What is written already stays as it is, and has nothing but digits, spaces, one plus and one x")
  func idempotent() {
    var random = SplitMix(state: 7)
    let characters = Array("0123456789+ -().aż٤０\u{0301}xx#,")
    for _ in 0..<20_000 {
      let typed = random.text(of: characters, upTo: 24)
      let shown = PhoneFormatter.format(typed)
      #expect(PhoneFormatter.format(shown) == shown, "\(typed)")
      #expect(shown.utf8.allSatisfy { "0123456789 +x".utf8.contains($0) }, "\(typed)")
      #expect(
        !shown.dropFirst().contains("+") && shown.count { $0 == "x" } < 2 && shown.last != " " && !shown.contains("  "),
        "\(typed)")
    }
  }
}
