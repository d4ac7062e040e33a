import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("The encoding of a text")
struct EncodingTests {
  /// The bytes of a text in an encoding, by the system's tables; nil where it can't be written in it.
  private func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8]? {
    guard let converter = iconv_open(encoding.converterName, "UTF-8"), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    defer { iconv_close(converter) }
    var (input, output) = (
      Array(text.utf8).map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: text.utf8.count * 4)
    )
    var (rest, room) = (input.count, output.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &rest, &to, &room)
      }
    }
    return result == -1 ? nil : output.dropLast(room).map { UInt8(bitPattern: $0) }
  }

  private static let texts: [(String, [TextEncoding])] = [
    ("Jméno;Město\nDvořák;Plzeň\nŠtěpánková;Česká Třebová\n", [.windows1250, .iso8859x2, .cp852]),
    ("Name;City\nDvořák;Praha\nSmith;London\n", [.windows1250, .iso8859x2, .cp852]),
    ("imię;miasto\nŁukasz;Białystok\nŻaneta;Gdańsk\nJędrzej;Łódź\n", [.windows1250, .iso8859x2, .cp852]),
    ("Name,City\nŁukasz,Kraków\nAnn,Rome\n", [.windows1250, .iso8859x2, .cp852]),
    ("Név;Város\nKovács István;Győr\nSzabó László;Székesfehérvár\n", [.windows1250, .iso8859x2, .cp852]),
    ("Ime;Grad\nIvan Čović;Šibenik\nŽeljko Đurić;Požega\n", [.windows1250, .iso8859x2, .cp852]),
    ("Nume;Oraş\nIonuţ Băsescu;Bucureşti\nŞtefan;Iaşi\n", [.windows1250, .iso8859x2]),
    (
      "Name;Straße;Größe\nMüller;Hauptstraße;1,80\nJürgen Groß;Königsweg;1,75\n",
      [.windows1252, .cp437, .cp850, .macRoman]
    ),
    ("Prénom;Ville\nÉlodie;Besançon\nFrançois;Orléans\nHélène;Sète\n", [.windows1252, .cp437, .cp850, .macRoman]),
    ("Nombre;Ciudad\nJosé Muñoz;Málaga\nIñaki;León\n", [.windows1252, .cp437, .cp850, .macRoman]),
    ("Nome;Cidade\nJoão;São Paulo\nConceição;Brasília\n", [.windows1252, .cp850, .macRoman]),
    ("Namn;Ort\nÅsa Björk;Malmö\nJörgen;Västerås\n", [.windows1252, .cp437, .cp850, .macRoman]),
    ("Navn;By\nSøren Ødegård;Tromsø\nKåre;Ålesund\n", [.windows1252, .cp850, .macRoman]),
    ("preis;größe\n5 €;10 m³\n¿Qué?;£5\n", [.windows1252]), ("Artikel;Preis\nKäse;5 €\n", [.windows1252, .iso8859x15]),
    (
      "имя;город\nМария;Москва\nАлексей;Орёл\nПётр;Санкт-Петербург\n",
      [.windows1251, .koi8, .cp866, .iso8859x5, .macCyrillic]
    ),
    ("ім'я;місто\nЮлія;Київ\nІван;Львів\nЄвген;Одеса\n", [.windows1251, .koi8]),
    ("ИМЯ,ГОРОД\nИВАН,МОСКВА\nПЁТР,ОРЁЛ\n", [.windows1251, .cp866]),
    ("Όνομα;Πόλη\nΓιώργος;Αθήνα\nΜαρία;Θεσσαλονίκη\n", [.windows1253]),
    ("Ad;Şehir\nAyşe;İstanbul\nÇağrı;Eskişehir\nGüneş;Iğdır\n", [.windows1254]),
    ("Vardas;Miestas\nŽydrūnas;Šiauliai\nRūta;Klaipėda\n", [.windows1257]),
    ("שם;עיר\nדוד;תל אביב\nשרה;ירושלים\n", [.windows1255]),
    ("שם,עיר,טלפון\nדנה,חיפה,05\nיוסי,תל אביב,05\n", [.windows1255]),
    ("الاسم;المدينة\nمحمد;القاهرة\nفاطمة;بيروت\n", [.windows1256]),
    ("名前,都市\n田中太郎,東京\n鈴木花子,大阪\nヤマダ,ナゴヤ\n", [.shiftJIS, .eucJapanese]),
    ("姓名,城市\n张伟,北京\n王芳,上海\n李娜,广州\n", [.gbk]), ("姓名,城市\n張偉,臺北\n王芳,高雄\n", [.big5]),
    ("이름,도시\n김철수,서울\n이영희,부산\n", [.eucKorean]),
  ]

  @Test("is told by the letters of a few names", arguments: texts)
  func told(text: String, encodings: [TextEncoding]) throws {
    for encoding in encodings {
      let bytes = try #require(encoded(text, encoding), "\(encoding)")
      let source = try TextSource(ByteSource(bytes))
      #expect(
        String(decoding: source.bytes, as: UTF8.self) == text,
        "\(encoding.rawValue) is read as \(source.encoding.rawValue)")
      #expect(source.replacedCharacters == 0)
    }
  }

  private static let signs: [(String, TextEncoding)] = [
    ("item,price,note\nPen,£5,it’s blue – nice\nInk,£7,the “best”\n", .windows1252),
    ("name,note\n" + (1...100).map { "Item \($0),it’s the chef’s – choice\n" }.joined() + "Café,ok\n", .windows1252),
    ("name,note\n" + (1...20).map { "Maier \($0),gut – „sehr gut“\n" }.joined() + "Müller,x\n", .windows1252),
    ("name,note\n" + (1...20).map { "Kowalski \($0),„dobry” – tak\n" }.joined() + "Łoś,x\n", .windows1250),
    ("name,temp\n" + (1...20).map { "Item \($0),20°C ±2\n" }.joined(), .windows1252),
    ("name,c\n" + (1...20).map { "Item \($0),© 2020 Acme®\n" }.joined(), .windows1252),
    ("name,note\nPen,it’s fine\nInk,wait…\n", .windows1252), ("name,hours\nShop,9–17\nBar,18–02\n", .windows1252),
    ("name,note\nPen,Ltd.™\nInk,a • b\n", .windows1252), ("size,room\n5×7,10 m²\n½ inch,20 m³\n", .windows1252),
    ("price\n1\u{A0}234,50\u{A0}€\n2\u{A0}000,00\u{A0}€\n", .windows1252), ("price (£)\n5\n", .windows1252),
    ("q\n¿Qué tal?\n¡Hola!\n", .windows1252), ("x\n5 µm\n10 µl\n", .windows1252),
    ("name,c\n" + (1...20).map { "Item \($0),«Ромашка» – №\($0)\n" }.joined(), .windows1251),
    ("a\nit’s fine – “ok”\nCafé\n", .macRoman), ("name,temp\nMüller,20°C\nJäger,21°C\n", .cp850),
  ]

  @Test("is told by the signs between words and beside numbers", arguments: signs)
  func toldBySigns(text: String, encoding: TextEncoding) throws {
    let bytes = try #require(encoded(text, encoding), "\(encoding)")
    let source = try TextSource(ByteSource(bytes))
    #expect(
      String(decoding: source.bytes, as: UTF8.self) == text,
      "\(encoding.rawValue) is read as \(source.encoding.rawValue)")
  }

  @Test(
    "Names of several Western languages are not taken for those of a Central European one, nor the other way round",
    arguments: [
      ("name\nHélène\nJosé\nLeón\n", .windows1252), ("name\nBjørn\nJosé\nLeón\n", .windows1252),
      ("name\nBjørn\n" + String(repeating: "José\nLeón\n", count: 20), .windows1252),
      ("name\nSøren\nHélène\nJürgen\nMaría\nJoão\n", .windows1252),
      ("name\nAndré\nLucía\nCéleste\nInés\nIrène\nÓscar\n", .windows1252),
      ("name\nKučera\n", .windows1250), ("name\nHavlíček\nPetrović\n", .windows1250), ("name\nToruń\n", .windows1250),
      ("name,city\nMüller,Wien\nŐry,Győr\n", .windows1250),
    ] as [(String, TextEncoding)])
  func mixed(text: String, encoding: TextEncoding) throws {
    let bytes = try #require(encoded(text, encoding), "\(encoding)")
    let source = try TextSource(ByteSource(bytes))
    #expect(String(decoding: source.bytes, as: UTF8.self) == text, "\(source.encoding.rawValue)")
  }

  @Test(
    "A word alone is one of the language in which its letters may stand as they do",
    arguments: [
      ("İstanbul", .windows1254), ("Şişli", .windows1254), ("Ağrı", .windows1254), ("Beşiktaş", .windows1254),
      ("Işık", .windows1254), ("Şahin", .windows1254), ("Uşak", .windows1254), ("Kırşehir", .windows1254),
      ("Satış", .windows1254), ("Öğretmen", .windows1254), ("Rēzekne", .windows1257), ("Ģimene", .windows1257),
      ("Đorđe", .windows1250), ("Dobrý", .windows1250), ("Ioniţă", .windows1250), ("Щука", .windows1251),
      ("Köln", .macRoman), ("Þórður", .windows1252), ("Noël", .windows1252),
    ] as [(String, TextEncoding)])
  func word(word: String, encoding: TextEncoding) throws {
    let text = "Name,N\n\(word),1\nBob,2\n"
    let bytes = try #require(encoded(text, encoding), "\(encoding)")
    let source = try TextSource(ByteSource(bytes))
    #expect(String(decoding: source.bytes, as: UTF8.self) == text, "\(source.encoding.rawValue)")
  }

  @Test("A word alone that encodings read in different ways is told with its readings; several words leave no doubt")
  func doubt() async throws {
    for (text, encoding, other) in [
      ("Name,City\nRūta,Vilnius\n", TextEncoding.windows1257, "Rūta (windows-1257)"),
      ("Name,City\nYıldız,Ankara\n", .windows1254, "Yıldız (windows-1254)"),
    ] {
      let file = try await GuessedFile(try #require(encoded(text, encoding)), "names.csv")
      let remark = try #require(file.remarks.first { $0.contains("in another encoding") }, "\(file.remarks)")
      #expect(remark.contains(other))
      #expect(try TextSource(ByteSource(Array(text.utf8))).doubt == nil)
    }
    for text in ["Name\nJörg Müller\nSøren\nHélène\n", "Name,City\nJosé Muñoz,Málaga\nIñaki,León\n"] {
      #expect(try TextSource(ByteSource(try #require(encoded(text, .windows1252)))).doubt == nil)
    }
  }

  @Test("A mark decides the order of bytes of UTF-16, whichever order the named encoding has")
  func order() throws {
    let units = "\u{FEFF}Name\nŁódź\n".utf16
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for said in [TextEncoding.utf16LittleEndian, .utf16BigEndian] {
      for bytes in [big, little] {
        let source = try TextSource(ByteSource(bytes, name: nil, as: said))
        #expect(String(decoding: source.bytes, as: UTF8.self) == "Name\nŁódź\n")
      }
    }
  }

  @Test("is the one that a person names, in every encoding that is known", arguments: TextEncoding.allCases)
  func named(encoding: TextEncoding) throws {
    guard ![.utf8, .utf16LittleEndian, .utf16BigEndian].contains(encoding) else { return }
    let bytes = [UInt8]("Name,City\nA\n".utf8) + [0xE1, 0xE1, 0x0A]
    let source = try TextSource(ByteSource(bytes, name: nil, as: encoding))
    #expect(source.encoding == encoding && UTF8Validation.firstFault(in: source.bytes) == nil)
    #expect(TextEncoding(named: encoding.rawValue.lowercased()) == encoding)
    #expect(TextDecoder(encoding) != nil)
  }

  @Test("has the names that files use")
  func names() {
    #expect(TextEncoding(named: "iso-8859-1") == .windows1252 && TextEncoding(named: "CP1250") == .windows1250)
    #expect(TextEncoding(named: "x-sjis") == .shiftJIS && TextEncoding(named: "GB2312") == .gbk)
    #expect(TextEncoding(named: "nonsense") == nil)
  }

  @Test("A long text is decoded across the pieces of the converter")
  func long() throws {
    let text = String(repeating: "Žluťoučký kůň;ů\n", count: 20_000)
    let bytes = try #require(encoded(text, .windows1250))
    let source = try TextSource(ByteSource(bytes))
    #expect(source.encoding == .windows1250 && source.bytes.count == text.utf8.count)
    #expect(String(decoding: source.bytes, as: UTF8.self) == text)
  }
}
