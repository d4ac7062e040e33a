import KartotekaModel
import Testing

@Suite("Names of key paths")
struct NameOfPathTests {
  struct Song: Entity {
    let title = Attribute<String>("Title", .required, .title)
    /// Made anew each time it is asked for, so that it is no part of the declaration.
    var sung: Attribute<String> { Attribute<String>("Sung") }
  }

  @Test("A computed property of Swift's has no name that a request could mean, and ends nothing")
  func computed() {
    #expect(Song.name(of: \.title) == "title")
    let name = Song.name(of: \.sung)
    #expect(Song.declaration.description.attribute(name) == nil)
    #expect(!name.isEmpty && name != "sung")
    var song = Record<Song>()
    song.sung = "Ho"
    song.title = "Hey"
    #expect(song.sung == nil && song.title == "Hey")
    #expect(FetchRequest<Song>().sorted(by: \.sung).any.sort.map(\.name) == [name])
  }
}
