import KartotekaModel
import Testing

@Suite("Names of key paths")
struct NameOfPathTests {
  struct Song: Entity {
    let title = Attribute<String>("Title", .required, .title)
    /// Made anew each time it is asked for, so that it is no part of the declaration.
    var sung: Attribute<String> { Attribute<String>("Sung") }
  }

  @Test("A computed property of Swift's has no name that a request could mean")
  func computed() {
    #expect(Song.name(of: \.title) == "title")
    let name = Song.name(of: \.sung)
    #expect(Song.declaration.description.attribute(name) == nil)
    #expect(!name.isEmpty && name != "sung")
    #expect(FetchRequest<Song>().sorted(by: \.sung).any.sort.map(\.name) == [name])
  }

  @Test("A record has no value of a computed property of Swift's: the error has its file and line")
  func value() throws {
    let song = Record<Song>()
    let error = #expect(throws: (any Error).self) { _ = try song[\.sung] }
    let said = "\(try #require(error))"
    #expect(said.contains("NameOfPathTests.swift:9: ") && said.contains("song"), "\(said)")
  }

  #if DEBUG
    @Test("A debug build ends where such a value is read or set, and names its file and line")
    func silence() async throws {
      for isSet in [false, true] {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          [isSet = isSet as Bool] in
          var song = Record<Song>()
          if isSet { song.sung = "Ho" } else { _ = song.sung }
        }
        let said = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("NameOfPathTests.swift:9: "), "\(said)")
      }
    }
  #endif
}
