import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: several pictures, their names and words, and a field that is removed meanwhile")
struct PicturesMeanwhileTests {
  @Test("A name of a file that a field can't have is shortened or left out, and no picture is refused for it")
  func fileNames() async throws {
    try await SeveralPicturesTests.test { site in
      let long = String(repeating: "é", count: 300) + ".png"
      try await SeveralPicturesTests.bring(
        [(long, Album.png(300, 1)), ("a.png", Album.png(300, 2)), ("\u{200e}", Album.png(300, 3))], site)
      let list = try await site.record("books/1/pictures?sort=place,id")
      let names = list.matches(of: /"fileName":"([^"]*)"/).map { String($0.1) }
      #expect(names == [String(repeating: "é", count: 255), "a.png"], "\(list)")
      #expect(try await site.count("pictures") == 3)
    }
  }

  @Test("Pictures for a field that was removed meanwhile are named, and the new record is not saved without them")
  func removedMeanwhile() async throws {
    try await SeveralPicturesTests.test { site in
      let form = try await site.form("/shelf/books", on: "/shelf/books/new")
      let files = [(field: "items-pictures", name: "p1.png", bytes: Album.png(300))]
      // Its title is taken: what was chosen waits for the next form.
      let refused = try await site.client.post(
        "/shelf/books", form.with("title", "Momo").fields.map { ($0.name, $0.value) }, files: files)
      let waiting = try #require(PageForm.form("/shelf/books", in: String(buffer: refused.body)))
      let asked = try await site.post("/shelf/shape/kinds/books/fields/pictures/delete", "")
      try await site.change(
        try #require(PageForm.all(in: asked.text).first { $0.action.hasSuffix("/fields/pictures/delete") }))
      for (form, files) in [(form, files), (waiting, [])] {
        let answer = try await site.client.post(
          "/shelf/books", form.with("title", "Krabat").fields.map { ($0.name, $0.value) }, files: files)
        #expect(answer.status == .unprocessableContent)
        #expect(String(buffer: answer.body).contains(files.isEmpty ? "have been removed meanwhile" : "p1.png"))
      }
      #expect(try await site.count("books") == 1)
    }
  }

  @Test("History counts pictures by the plural forms of a person's language")
  func history() async throws {
    try await SeveralPicturesTests.test { site in
      try await SeveralPicturesTests.bring((1...5).map { ("p\($0).png", Album.png(300, UInt8($0))) }, site)
      let page = try await site.client.execute(
        uri: "/shelf/history", method: .get, headers: [.acceptLanguage: "ru"])
      #expect(String(buffer: page.body).contains("5 изображений"), "\(String(buffer: page.body).suffix(3_000))")
    }
  }

  @Test("Rows lose the first picture with its section, and bring the section along when they show it again")
  func section() async throws {
    try await SeveralPicturesTests.test { site in
      try await site.change(try await site.shapeForm("kinds/books/list").with("sectionpictures", "false"))
      let without = try #require(try await site.description().list(of: "book"))
      #expect(without.picture == nil && without.sections.isEmpty)
      try await site.change(try await site.shapeForm("kinds/books/list").with("picture", "pictures"))
      let list = try #require(try await site.description().list(of: "book"))
      #expect(list.picture == "pictures" && list.sections.first?.gallery?.order == "place")
    }
  }

  @Test("Pictures of any length are allowed by a description, and the server goes on")
  func length() async throws {
    try await SeveralPicturesTests.test { site in
      try await site.describe { document in
        for entity in document.entities.indices where document.entities[entity].name == "picture" {
          for index in document.entities[entity].attributes.indices
          where document.entities[entity].attributes[index].name == "picture" {
            document.entities[entity].attributes[index].maximumLength = .max
          }
        }
      }
      try await SeveralPicturesTests.bring([("a.png", Album.png(300))], site)
      let form = try await site.form("/shelf/books", on: "/shelf/books/new")
      let saved = try await site.client.post(
        "/shelf/books", form.with("title", "Krabat").fields.map { ($0.name, $0.value) },
        files: [(field: "items-pictures", name: "b.png", bytes: Album.png(300, 2))])
      #expect(saved.status == .seeOther)
      #expect(try await site.count("pictures") == 2)
    }
  }
}
