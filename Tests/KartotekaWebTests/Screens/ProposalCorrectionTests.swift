import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaTransfer
@testable import KartotekaWeb

@Suite("Screens: corrections of proposed applications")
struct ProposalCorrectionTests {
  private static let other =
    #"{"version":1,"name":"other","entities":[{"name":"guest","attributes":[{"name":"name"}]}]}"#

  // Names in windows-1250, with a heading that has a letter of it.
  private static let czech: [UInt8] =
    "name;m\u{EC}sto;score\nDvo\u{F8}\u{E1}k;Plze\u{F2};10\nNov\u{E1}k;Brno;20\nEda;Praha;30\n"
    .unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }

  // Sends files: the address of what is proposed for them.
  private static func send(_ files: [(name: String, content: [UInt8])], _ site: DesignedSite) async throws -> String {
    var body: [UInt8] = []
    for file in files {
      let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(file.name)\"\r\n\r\n"
      body += Array(head.utf8) + file.content + Array("\r\n".utf8)
    }
    let sent = try await site.client.execute(
      uri: "/apps/new/files", method: .post,
      headers: [.contentType: "multipart/form-data; boundary=b", .acceptLanguage: "en"],
      body: ByteBuffer(bytes: body + Array("--b--\r\n".utf8)))
    return try #require(sent.headers[.location], "\(sent.status): \(String(buffer: sent.body).suffix(2_000))")
  }

  private static func send(_ name: String, _ text: String, _ site: DesignedSite) async throws -> String {
    try await send([(name, Array(text.utf8))], site)
  }

  private static func zip(_ files: [(name: String, text: String)]) throws -> [UInt8] {
    let sink = MemorySink()
    let zip = ZipWriter(to: sink)
    for file in files {
      try zip.begin(file.name)
      try zip.write(Array(file.text.utf8))
    }
    try zip.finish()
    return sink.bytes
  }

  /// The form after a press of "Look at the first rows again" that is accepted.
  private static func looked(_ form: PageForm, _ site: DesignedSite) async throws -> PageForm {
    let answer = try await site.send(form.with("look", "yes"))
    #expect(answer.status == .seeOther && answer.location == form.action, "\(answer.text.suffix(3_000))")
    return try await site.form(form.action)
  }

  /// The form after a press that is refused.
  private static func refused(_ form: PageForm, has text: String, _ site: DesignedSite) async throws -> PageForm {
    let answer = try await site.send(form)
    #expect(answer.status == .unprocessableContent && answer.text.contains(text), "\(answer.text.suffix(3_000))")
    return try #require(PageForm.form(form.action, in: answer.text))
  }

  @Test("Archives with several files come before and after other files, and all of them are read")
  func archives() async throws {
    try await DesignedSite.test(Self.other) { site in
      let first = try Self.zip([
        ("plants.csv", "name,height\nRose,1\nOak,2\n"), ("beds.csv", "bed,size\nNorth,3\nSouth,4\n"),
      ])
      let last = try Self.zip([
        ("birds.csv", "bird,weight\nWren,9\nJay,160\n"), ("ponds.csv", "pond,depth\nLower,2\nUpper,1\n"),
      ])
      let tools = Array("tool,price\nSpade,5\nRake,6\n".utf8)
      let location = try await Self.send([("a.zip", first), ("tools.csv", tools), ("b.zip", last)], site)
      let values = ["Rose", "North", "Spade", "Wren", "Lower"]
      for (index, value) in values.enumerated() {
        #expect(try await site.page(location + "/\(index + 1)").contains(value), "\(value)")
      }
      #expect(try await site.get(location + "/6").status == .notFound)
    }
  }

  @Test("An encoding that can't read the file is refused with its reason, and the form keeps all that was chosen")
  func unreadable() async throws {
    try await DesignedSite.test(Self.other) { site in
      let path = try await Self.send([("people.csv", Self.czech)], site) + "/1"
      let form = try await site.form(path)
      let before = try #require(form["encoding"])
      let chosen = form.with("label-1", "Who").with("kind-2", "longText").with("kind-3", "").with("first", "2")
        .with("one", "human").with("rows", "all")
      let kept = try await Self.refused(
        chosen.with("encoding", "UTF-16LE"), has: "be read as UTF-16LE and is still read as \(before)", site)
      #expect(kept["label-1"] == "Who" && kept["kind-2"] == "longText" && kept["kind-3"] == "")
      #expect(kept["first"] == "2" && kept["one"] == "human" && kept["rows"] == "all")
      #expect(kept["encoding"] == before)
      // Nothing of it was stored, and it is accepted now.
      #expect(try await site.form(path)["label-1"] == "name")
      let stored = try await Self.looked(kept, site)
      #expect(stored["label-1"] == "Who" && stored["kind-3"] == "" && stored["rows"] == "all")
    }
  }

  @Test("Corrections of columns stay where another encoding is chosen in the same press, and the rest is read anew")
  func encoding() async throws {
    try await DesignedSite.test(Self.other) { site in
      let path = try await Self.send([("people.csv", Self.czech)], site) + "/1"
      let form = try await site.form(path)
      #expect(form["encoding"] == "windows-1250" && form["label-2"] == "město" && form["kind-3"] == "integer")
      let chosen = form.with("label-1", "Who").with("kind-2", "longText").with("kind-3", "text").with("first", "2")
        .with("key", "1").with("one", "human")
      let changed = try await Self.looked(chosen.with("encoding", "windows-1252"), site)
      #expect(changed["encoding"] == "windows-1252" && changed["label-2"] == "mìsto")
      #expect(changed["label-1"] == "Who" && changed["kind-2"] == "longText" && changed["kind-3"] == "text")
      #expect(changed["first"] == "2" && changed["key"] == "1" && changed["one"] == "human")
      // What was chosen in an earlier press stays, too.
      let back = try await Self.looked(changed.with("encoding", "windows-1250"), site)
      #expect(back["label-1"] == "Who" && back["label-2"] == "město" && back["kind-3"] == "text")
      #expect(back["first"] == "2" && back["key"] == "1")
    }
  }

  @Test("Corrections of columns stay where another row with headings is chosen in the same press")
  func headings() async throws {
    try await DesignedSite.test(Self.other) { site in
      let csv = "List of plants,\nname,height\nRose,1\nOak,2\nElm,3\n"
      let form = try await site.form(try await Self.send("plants.csv", csv, site) + "/1")
      #expect(form["header"] == "2" && form["kind-2"] == "integer")
      let chosen = form.with("label-1", "What").with("kind-2", "longText").with("key", "1")
      let changed = try await Self.looked(chosen.with("header", "1"), site)
      #expect(changed["header"] == "1" && changed["label-1"] == "What")
      #expect(changed["kind-2"] == "longText" && changed["key"] == "1")
    }
  }

  @Test("A column that should lead nowhere stays so where notes become records in the same press")
  func notes() async throws {
    try await DesignedSite.test(Self.other) { site in
      let files = [
        ("plants.csv", "name,bed\nRose,North\nOak,South\nElm,North\n"), ("beds.csv", "bed,size\nNorth,3\nSouth,4\n"),
      ]
      let location = try await Self.send(files.map { ($0, Array($1.utf8)) }, site)
      let form = try await site.form(location + "/1")
      #expect(form["kind-2"] == "one-1" && form["rows"] == "records")
      let changed = try await Self.looked(form.with("kind-2", "text").with("rows", "all"), site)
      #expect(changed["kind-2"] == "text" && changed["rows"] == "all")
    }
  }

  private static let towns = "name,lat,lon\nPrague,50.25,14.5\nBrno,49.5,16.25\nPardubice,50.5,15.75\n"

  @Test("Without its longitudes a column of latitudes has numbers, and a longitude can be chosen for a position")
  func positions() async throws {
    try await DesignedSite.test(Self.other) { site in
      let location = try await Self.send("towns.csv", Self.towns, site)
      let form = try await site.form(location + "/1")
      #expect(form["kind-2"] == "coordinate" && form["kind-3"] == "longitude-1")
      let parted = try await Self.looked(form.with("kind-3", ""), site)
      #expect(parted["kind-2"] == "decimal" && parted["label-2"] == "lat" && parted["kind-3"] == "")
      #expect(try await !site.page(form.action).contains("longitude-1"), "It is offered where there is a position")
      let position = try await Self.looked(parted.with("kind-2", "coordinate"), site)
      #expect(try await site.page(form.action).contains("Longitude of lat"))
      let joined = try await Self.looked(position.with("kind-3", "longitude-1"), site)
      #expect(joined["kind-2"] == "coordinate" && joined["kind-3"] == "longitude-1")
      #expect(try await !site.page(form.action).contains("of the first values don"))
      let making = try await site.form(location)
      #expect(try await site.send(making.with("title", "Journey")).location == location)
      var next = location
      while true {
        let answer = try await site.get(next)
        if answer.status == .seeOther { next = answer.location } else if !answer.text.contains("going-on") { break }
        await Task.yield()
      }
      try await APICase.get(
        "/api/journey/towns/1", has: [#""latitude":50.25"#, #""longitude":14.5"#]
      ).run(site.client)
    }
  }

  @Test("A second longitude of a position, and one of no position, is refused, and the form keeps what was chosen")
  func misplaced() async throws {
    try await DesignedSite.test(Self.other) { site in
      let form = try await site.form(try await Self.send("towns.csv", Self.towns, site) + "/1")
      let second = try await Self.refused(
        form.with("kind-1", "longitude-1").with("label-2", "Where"), has: "Only one column can have the longitude", site
      )
      #expect(second["kind-1"] == "longitude-1" && second["kind-3"] == "longitude-1" && second["label-2"] == "Where")
      let none = try await Self.refused(
        form.with("kind-1", "longitude-1").with("kind-2", "decimal").with("kind-3", ""),
        has: "the longitude of no position", site)
      #expect(none["kind-1"] == "longitude-1" && none["kind-2"] == "decimal" && none["kind-3"] == "")
    }
  }
}
