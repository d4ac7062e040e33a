import Foundation
import KartotekaModel
import RandomTests
import Testing

@Suite("Collation")
struct CollationTests {
  private func sorted(_ texts: [String], _ collation: Collation) -> [String] {
    texts.reversed().sorted { collation.key($0).utf8.lexicographicallyPrecedes(collation.key($1).utf8) }
  }

  @Test("Polish puts every letter of its alphabet in its place, in capitals, too")
  func alphabet() {
    let alphabet = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż".map(String.init)
    #expect(sorted(alphabet, .polish) == alphabet)
    #expect(sorted(alphabet.map { $0.uppercased() }, .polish) == alphabet.map { $0.uppercased() })
    #expect(sorted(alphabet.map { $0.decomposed }, .polish) == alphabet.map { $0.decomposed })
  }

  private static let polish = [
    "Adam", "Azar", "Ądrzejczyk", "Bąk", "Brzęk", "cebula", "Cysorz", "Czyż", "Ćma", "Ćwik", "Domański", "Ebner",
    "Ewald", "Ęcki", "Gałka", "Gzik", "Kos", "Kość", "Kotecki", "Kowalik", "Król", "LAS", "Lis", "Lubicz", "Lwów",
    "Łabędź", "łan", "Łodyga", "ŁUK", "Łysek", "Malec", "Nowak", "Nyga", "Ńć", "Olek", "Oz", "Ósma", "Ówczarz",
    "Sarna", "Szyc", "Ściana", "ślaz", "Święch", "Tur", "Zając", "Zorz", "Zych", "Zyzek", "Źdźbło", "Źreb",
    "Żaba", "Żuk", "Żyła",
  ]

  @Test("Polish sorts names as a Polish list has them, and letters within them")
  func names() {
    #expect(sorted(Self.polish, .polish) == Self.polish)
    #expect(sorted(Self.polish.map(\.decomposed), .polish) == Self.polish.map(\.decomposed))
    let pairs = ["bak", "baz", "bąk", "ćma", "kozioł", "kózka", "laska", "laski", "las\u{142}a", "łaska"]
    #expect(sorted(pairs, .polish) == pairs)
  }

  @Test("Root puts a letter with an accent beside the one without, whatever the case")
  func root() {
    let names = ["Łódka", "Lodowa", "lody", "Łódź", "Lodź nowa", "Lozanna"]
    #expect(sorted(names, .root) == names)
    #expect(Collation.root.key("ŁÓDŹ") == Collation.root.key("lodz"))
    #expect(Collation.polish.key("ŁÓDŹ") == Collation.polish.key("łódź"))
    #expect(Collation.polish.key("Łódź") != Collation.polish.key("Łodź"))
    #expect(Collation.polish.key("Čapek Müller") == Collation.polish.key("capek muller"))
  }

  @Test("Ё stands beside Е and Й is a letter after И, in every language; Latin comes before Cyrillic")
  func russian() {
    let names = [
      "Abel", "Zorn", "Абрамов", "Дятлов", "Евсеев", "Ёлкин", "Елохов", "Ершов", "Ёршова", "Жуков", "Ивина",
      "Ипатов", "Ишков", "Йогансен", "йод", "Кротов", "Майоров", "Макаров", "Яковлев",
    ]
    for collation in Collation.allCases {
      #expect(sorted(names, collation) == names)
      #expect(sorted(names.map(\.decomposed), collation) == names.map(\.decomposed))
    }
    #expect(sorted(["Żuk", "Źreb", "Абрамов"], .polish) == ["Źreb", "Żuk", "Абрамов"])
  }

  @Test(
    "The letter of an index is the one that the language has",
    arguments: [
      ("Łódź", "l", "ł"), ("łan", "l", "ł"), ("L\u{301}", "l", "l"), ("Lis", "l", "l"), ("Ó", "o", "ó"),
      ("O\u{301}ma", "o", "ó"), ("Öz", "o", "o"), ("źreb", "z", "ź"), ("Z\u{307}uk", "z", "ż"), ("Zoo", "z", "z"),
      ("Йод", "й", "й"), ("И\u{306}од", "й", "й"), ("Ёж", "е", "е"), ("Straße", "s", "s"), ("ßa", "s", "s"),
      ("100", "1", "1"), ("", "", ""), ("\u{301}", "", ""), ("👍 yes", "👍", "👍"), ("\u{10FFFF}a", "a", "a"),
    ])
  func initials(_ text: String, _ root: String, _ polish: String) {
    for (collation, letter) in [(Collation.root, root), (.polish, polish)] {
      #expect(collation.initial(of: text) == letter)
      #expect(collation.initial(ofKey: collation.key(text)) == letter)
    }
  }

  /// The planes with characters, in a usual run every 11th one behind the alphabets, and every 251st code point of the others.
  private static let scalars: [Unicode.Scalar] = {
    let alphabets: [Range<UInt32>] = [0..<0x3000, 0xE_0000..<0xE_0200]
    let assigned = stride(from: UInt32(0x3000), to: 0x3_4000, by: RandomTests.doesAll ? 1 : 11)
    let others = stride(from: UInt32(0x3_4000), to: 0x11_0000, by: 251)
    return (alphabets.joined() + Array(assigned) + Array(others)).compactMap(Unicode.Scalar.init)
  }()

  @Test("Bytes have the key that the text has, for every character there is", arguments: Collation.allCases)
  func bytes(_ collation: Collation) {
    func key(_ text: String) -> [UInt8] {
      var text = text
      var bytes: [UInt8] = Array("и".utf8)
      text.withUTF8 { collation.key(utf8: $0, into: &bytes) }
      return Array(bytes.dropFirst(2))
    }
    for scalar in Self.scalars {
      for text in [String(scalar), "a" + String(scalar)] where key(text) != Array(collation.key(text).utf8) {
        Issue.record("U+\(String(scalar.value, radix: 16))")
      }
    }
    let texts = [
      "", "Straße 5", "Еле\u{301}на И\u{306}", "Ёлкин", "\u{306}и", "東京 ABC", "👩‍👩‍👧 Ç", "z\u{301}\u{307}",
    ]
    for text in texts + Self.polish + Self.polish.map(\.decomposed) {
      #expect(key(text) == Array(collation.key(text).utf8), "\(text)")
    }
  }

  @Test("No text can come between a Polish letter and the one after its base letter")
  func noncharacters() {
    #expect(Collation.polish.key("l\u{10FFFF}b\u{10FFFE}") == "lb")
    #expect(sorted(["l\u{10FFFD}", "ł"], .polish) == ["l\u{10FFFD}", "ł"])
  }
}

extension String {
  fileprivate var decomposed: String { decomposedStringWithCanonicalMapping }
}
