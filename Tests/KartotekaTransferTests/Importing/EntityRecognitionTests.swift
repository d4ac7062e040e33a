import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Which entity a file is")
struct EntityRecognitionTests {
  private func entity(_ name: String, _ text: String, into entity: String? = nil) throws -> String {
    let importer = try Importer(Desk().store)
    return try importer.plan([ImportFile(TextSource(text, name: name), into: entity)]).files[0].entity.name
  }

  @Test("Is found by its columns")
  func columns() throws {
    #expect(try entity("x.csv", "first_name,last_name,phone\n") == "person")
    #expect(try entity("x.csv", "TeamID,Team name,Lead\n") == "team")
    #expect(try entity("x.csv", "Name;Price;Weight;Made on;colour\n") == "thing")
    #expect(try entity("x.json", #"[{"forename":"A","last_name":"B"}]"#) == "person")
  }

  @Test("Follows from the file's name or the list's if the columns fit several")
  func names() throws {
    #expect(try entity("things.csv", "id,name\n1,a\n") == "thing")
    #expect(try entity("teams.json", #"[{"id":1,"name":"x"}]"#) == "team")
    #expect(try entity("x.json", #"{"things":[{"id":1,"name":"x"}]}"#) == "thing")
    #expect(try entity("things.json", "[]") == "thing")
  }

  @Test("Can be named, in any form")
  func named() throws {
    for name in ["people", "person", "People", "PERSON"] {
      #expect(try entity("x.csv", "last_name,a,b,c,d,e\n", into: name) == "person")
    }
    #expect(throws: ImportError.unknownEntity("cats", candidates: ["people", "teams", "things"])) {
      try entity("x.csv", "name\n", into: "cats")
    }
  }

  @Test("Is asked for where nothing fits, or several do; the candidates are named")
  func unclear() throws {
    #expect(throws: ImportError.noEntity(file: "x.csv", candidates: ["people", "teams", "things"])) {
      try entity("x.csv", "colour,size,last_name\n")
    }
    #expect(throws: ImportError.noEntity(file: "x.json", candidates: ["people", "teams", "things"])) {
      try entity("x.json", "[]")
    }
    let error = ImportError.ambiguousEntity(file: "x.csv", candidates: ["red-cats", "red-dogs"])
    #expect(throws: error) {
      _ = try Importer(Desk(ModelDescription([RedCat.self, RedDog.self])).store)
        .plan([ImportFile(TextSource("name\nA\n", name: "x.csv"))])
    }
    #expect(Localizer.english(error.phrase).contains("they could be red-cats, red-dogs"))
    #expect(Localizer.english(error.remedy) == "Name one with --into: red-cats, red-dogs")
  }

  private struct Contact: Entity {
    let firstName = Attribute<String>("First name", .required, .title)
    let lastName = Attribute<String>("Last name", .required, .aliases("family name"))
    let phone = Attribute<String>("Phone", as: .phone)
    let address = Attribute<String>("Address")
  }

  @Test("Where there is one kind of record, a file with two of its columns is of that kind")
  func onlyOne() throws {
    let importer = try Importer(Desk(ModelDescription([Contact.self])).store)
    func plan(_ text: String) throws -> FilePlan {
      try importer.plan([ImportFile(TextSource(text, name: "x.csv"))]).files[0]
    }
    let found = try plan("Name,Family name,E-mail,Mobile,Street\nAnna,Nowak,a@example.org,601602603,Rynek 1\n")
    #expect(found.entity.name == "contact")
    #expect(found.columns.map(\.target) == [.nothing, .column("lastName"), .nothing, .column("phone"), .nothing])
    #expect(throws: ImportError.noEntity(file: "x.csv", candidates: ["contacts"])) {
      try plan("a,b,c,d,Family name\n1,2,3,4,5\n")
    }
  }

  @Test("TR-10 Derived records are refused, named or recognized, and nothing of all the files is written")
  func derived() async throws {
    let desk = try Desk(ModelDescription([RedCat.self, Collar.self]))
    try await desk.take(["red-cats.csv": "name\nTom\n"])
    for (name, text) in [("collars.csv", "id,cat name\n1,Kim\n"), ("x.csv", "id,cat name\n1,Kim\n")] {
      await #expect(throws: StoreError.derived(entity: "collar")) {
        try await desk.take(["red-cats.csv": "name\nTim\n", name: text])
      }
    }
    await #expect(throws: StoreError.derived(entity: "collar")) {
      try await desk.take(["x.csv": "name\nTim\n"], into: "collars")
    }
    #expect(try await desk.column("collar", "catName") == ["Tom"])
    // What may as well be something else is that.
    let numbers = try Importer(desk.store).plan([ImportFile(TextSource("id\n5\n", name: "x.csv"))])
    #expect(numbers.files[0].entity.name == "redCat")
  }

  @Test("None of the columns belongs to the entity named")
  func noColumns() throws {
    #expect(throws: ImportError.noColumns(file: "x.csv", entity: "people", headers: ["Anna", "Kowalska"])) {
      try entity("x.csv", "Anna,Kowalska\nJan,Nowak\n", into: "people")
    }
  }

  private struct RedCat: Entity {
    let name = Attribute<String>("Name", .required)
  }

  private struct RedDog: Entity {
    let name = Attribute<String>("Name", .required)
  }

  private struct Collar: Entity {
    let catName = Attribute<String>("Cat", .required, .aliases("cat name"))

    static var derivation: DerivationDescription? {
      Derivation(of: Collar.self, from: RedCat.self).taking(\.catName, from: \.name).description
    }
  }

  @Test("Files are put into the order of their references; circles and files of one entity included")
  func order() {
    func order(_ names: String...) -> [Int] { FileOrder.order(names.compactMap { office.entity(named: $0) }) }
    #expect(order("thing", "person") == [1, 0])
    #expect(order("person", "thing") == [0, 1])
    // A team needs its lead; a person can be without a team at first.
    #expect(order("team", "person") == [1, 0])
    #expect(order("thing", "team", "person", "thing") == [2, 0, 1, 3])
    #expect(order() == [])
  }
}
