import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// What one value can't tell, and the others of its column or file do.
@Suite("Values that their column explains")
struct ColumnEvidenceTests {
  @Test("Marks at school such as 3- are texts, alone and beside whole numbers", arguments: ["5", "3+", "-"])
  func marks(other: String) async throws {
    let file = try await GuessedFile("Name,Mark\nAnn,3-\nBob,4-\nCid,\(other)\n")
    #expect(file.kinds == [.text, .text])
    #expect(try await file.column("Mark") == ["3-", "4-", other])
  }

  @Test("A minus behind amounts is one, also behind the whole numbers of the file that are no marks")
  func amounts() async throws {
    let file = try await GuessedFile("Konto;Menge;Betrag\nA;300-;123,45-\nB;2-;12-\nC;1;1.000,00\n")
    #expect(file.kinds == [.text, .integer, .decimal])
    #expect(try await file.column("Menge") == ["-300", "-2", "1"])
    #expect(try await file.column("Betrag") == ["-123.45", "-12.00", "1000.00"])
  }

  @Test("A mark below the first rows makes a text of its column, and is not left out")
  func lateMark() async throws {
    let rows = (0..<2_500).map { "P\($0),\($0 % 6 + 1)\n" }.joined()
    let file = try await GuessedFile("Name,Mark\n\(rows)Last,3-\n")
    #expect(file.kinds == [.text, .text])
    #expect(try await file.column("Mark").last == "3-")
  }

  @Test("An import into whole numbers rejects 3- where no amount explains it")
  func existing() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": "Name,Weight,Made on\nA,3-,20260105\nB,4,2026-01-06\n"])
    #expect(report.counts == ["read": 2, "inserted": 1, "rejected": 1])
    #expect(report.files[0].rejects.flatMap(\.brief).count == 1)
    let other = try Desk()
    let negative = try await other.take(["things.csv": "Name,Weight,Made on\nA,3-,20260105\nB,4.5-,20260106\n"])
    #expect(negative.counts == ["read": 2, "inserted": 2])
  }

  @Test(
    "Days in eight digits are days below a heading that says so, and below one that says nothing",
    arguments: ["Datum", "Buchungstag", "Valuta", "Fecha", "Дата", "Data operacji", "Started", "Column"])
  func days(heading: String) async throws {
    let file = try await GuessedFile("Name;\(heading)\nA;20260105\nB;20251231\nC;20240229\n")
    #expect(file.kinds == [.text, .date])
    #expect(try await file.column(heading) == ["2026-01-05", "2025-12-31", "2024-02-29"])
  }

  @Test(
    "Eight digits are numbers below a heading for numbers, and where one is no day",
    arguments: [
      ("Order no", "20260103"), ("Rechnungsnummer", "20260103"), ("Candidate number", "20260103"),
      ("Database id", "20260103"),
      ("Member", "20260103"), ("Datum", "20261399"), ("Value", "12345678"),
      ("Value", "18000101"),
    ])
  func noDays(heading: String, last: String) async throws {
    let file = try await GuessedFile("Name,\(heading)\nA,20260101\nB,20260102\nC,\(last)\n")
    #expect(try await file.column(heading) == ["20260101", "20260102", last])
  }

  @Test("Days in eight digits are days in JSON, too, and in a spreadsheet where the heading says so")
  func daysOfNumbers() async throws {
    let list = try await GuessedFile(
      "[{\"name\":\"A\",\"date\":20260105},{\"name\":\"B\",\"date\":20260106}]", "rows.json")
    #expect(list.kinds == [.text, .date])
    #expect(try await list.column("date") == ["2026-01-05", "2026-01-06"])
    var sheet = SheetMaker()
    sheet.rows =
      [[.text("Name"), .text("Datum"), .text("Wert")]]
      + (1...3).map { [.text("P\($0)"), .number("2026010\($0)", 0), .number("2026010\($0)", 0)] }
    let book = try await GuessedFile(sheet.bytes, "rows.xlsx")
    #expect(book.kinds == [.text, .date, .integer])
    #expect(try await book.column("Datum") == ["2026-01-01", "2026-01-02", "2026-01-03"])
  }

  @Test("A number below the first rows of days in digits makes a text of them, and is not left out")
  func lateNumber() async throws {
    let rows = (0..<2_500).map { "P\($0),202601\(10 + $0 % 20)\n" }.joined()
    let file = try await GuessedFile("Name,Column\n\(rows)Last,99999999\n")
    #expect(file.kinds == [.text, .text])
    #expect(try await file.column("Column").last == "99999999")
  }

  @Test("Moments in digits are moments below a heading that says so")
  func moments() async throws {
    let file = try await GuessedFile("Name,Created time,Id number\nA,20260105101530,20260105101530\n")
    #expect(file.kinds == [.text, .timestamp, .integer])
    #expect(try await file.column("Created time") == ["2026-01-05T10:15:30.000Z"])
  }

  @Test(
    "A row with a delimiter within a value costs that row alone: it makes no column, and no text of other columns",
    arguments: [
      "Name,City,Age\nAnn,Oslo,3\nBob,Rome, Italy,4\nCid,Bonn,5\nDan,Kyiv,6\n",
      "Name,City,Age\nAnn,Oslo,3\nBob,Rome, Italy,4\nCid,Bonn,5\nDan,Kyiv,6\nTotal,,14\n",
      "My people\n\nName,City,Age\nAnn,Oslo,3\nBob,Rome, Italy,4\nCid,Bonn,5\nDan,Kyiv,6\n",
    ])
  func odd(text: String) async throws {
    let file = try await GuessedFile(text)
    #expect(file.fields.map { $0.lowercased() } == ["name", "city", "age"])
    #expect(file.kinds == [.text, .text, .integer])
    #expect(try await file.column("Name") == ["Ann", "Cid", "Dan"])
    #expect(file.report.counts["rejected"] == 1)
    let notes = try TableSample(TextSource(text), name: "rows.csv")
    #expect(
      notes.notes(header: notes.header, keepsAll: false).contains {
        $0.key == "{count} rows have more fields than there are headings, and will be rejected: {rows}"
      })
  }

  @Test("A column without a heading that rows fill, or that the line of headings has, stays")
  func unnamed() async throws {
    let filled = try await GuessedFile("Name,City\nAnn,Oslo,3\nBob,Rome,4\nCid,Bonn,5\n")
    #expect(try await filled.column("Column C") == ["3", "4", "5"])
    let open = try await GuessedFile("Name,City,\nAnn,Oslo,\nBob,Rome,vip\nCid,Bonn,\nDan,Kyiv,\n")
    #expect(try await open.column("Column C") == ["", "vip", "", ""])
  }

  @Test("Marks at school beside amounts with their minus behind them stay what they are")
  func marksAtSchool() async throws {
    let file = try await GuessedFile("Name;Note;Beitrag;Punkte\nAnn;3-;1,50-;120-\nBob;2;2,50;130\nCid;2-;3,50;140\n")
    #expect(file.kinds == [.text, .text, .decimal, .integer])
    #expect(try await file.column("Note") == ["3-", "2", "2-"])
    #expect(try await file.column("Beitrag") == ["-1.50", "2.50", "3.50"])
    #expect(try await file.column("Punkte") == ["-120", "130", "140"])
  }

  @Test(
    "A record of a name and successive numbers is no row of headings; numbers above others values, or below a word for names, are"
  )
  func successiveNumbers() async throws {
    let plain = try await GuessedFile("Ann,1,2,3,4\nBob,2,3,4,5\nCid,9,8,7,6\n")
    #expect(try await plain.column("Column A") == ["Ann", "Bob", "Cid"])
    let other = try await GuessedFile("Ann,1,2,3,4\nBob,7,1,4,5\nCid,9,8,7,6\n")
    #expect(try await other.column("Column A") == ["Ann", "Bob", "Cid"])
    let named = try await GuessedFile("Schüler,1,2,3,4\nBob,7,1,4,5\nCid,9,8,7,6\n")
    #expect(named.fields == ["Schüler", "1", "2", "3", "4"])
    let present = try await GuessedFile("Who,1,2,3,4\nBob,x,x,,x\nCid,x,,x,x\n")
    #expect(present.fields == ["Who", "1", "2", "3", "4"])
  }

  @Test("Yes and no are words of one pair; a country, a language or a letter is none")
  func pairs() async throws {
    let file = try await GuessedFile(
      "Title,Land,Speaks,Power,Paid,Seen\nA,NO,ja,On,x,yes\nB,NO,no,Off,,yes\nC,NO,ja,On,x,yes\n")
    #expect(file.kinds == [.text, .text, .text, .boolean, .boolean, .boolean])
    #expect(try await file.column("Land") == ["NO", "NO", "NO"])
    let notes = try await GuessedFile("[{\"title\": \"T\", \"labels\": [{\"name\": \"x\"}]}]", "notes.json")
    #expect(try await notes.column("title") == ["T"])
    #expect(try await notes.column("name", of: "label") == ["x"])
  }

  @Test("A day that is not read, with a year of two digits, makes a text of its column and is not left out")
  func unreadDay() async throws {
    let file = try await GuessedFile("Name,Born\nA,05.01.48\nB,17.03.85\nC,1.1.02\n")
    #expect(try await file.column("Born") == ["05.01.48", "17.03.85", "1.1.02"])
  }

  @Test("Headings that differ in their signs are different fields, and so is one without letters")
  func signsInHeadings() async throws {
    let file = try await GuessedFile("#,Name,Price €,Price $,A-1,A1\n1,A,5,6,7,8\n2,B,7,8,9,10\n")
    #expect(file.fields.suffix(5) == ["Name", "Price €", "Price $", "A-1", "A1"])
    #expect(try await file.column("Price $") == ["6", "8"])
    #expect(try await file.column("A1") == ["8", "10"])
    if file.fields.contains("#") { #expect(try await file.column("#") == ["1", "2"]) }
  }

  @Test("A title that each page of a report repeats is no record")
  func pages() async throws {
    let file = try await GuessedFile(
      """
      Report                     Page 1

      Name        City      Amount
      Ann         Oslo       12.00
      Bob         Rome      100.00

      Report                     Page 2

      Name        City      Amount
      Cid         Bonn        5.00

      """, "report.txt")
    #expect(try await file.column("Amount") == ["12.00", "100.00", "5.00"])
  }

  @Test(
    "Days in eight digits whose heading names a person or a case are days", arguments: ["Member since", "Case opened"])
  func since(heading: String) async throws {
    let file = try await GuessedFile("Name,\(heading)\nAnn,20190301\nBob,20200415\n")
    #expect(file.kinds == [.text, .date])
    let numbers = try await GuessedFile("Name,Member\nAnn,20190301\nBob,20200415\n")
    #expect(numbers.kinds == [.text, .integer])
  }

  @Test("A mark beside placeholders is yes, and a currency without places that is written in two ways is asked about")
  func marksAndWholes() async throws {
    let file = try await GuessedFile("Name,Member,Seen\nA,y,x\nB,NULL,-\nC,y,x\n")
    #expect(file.kinds == [.text, .boolean, .boolean])
    await #expect(throws: ImportError.self) { try await GuessedFile("Item;Price\nA;1,234円\nB;5.678円\n") }
  }
}
