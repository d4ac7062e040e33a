import Foundation
import Kartoteka
import Testing

@Suite("Reference pages")
struct ReferencePageTests {
  private static let folder = SourceFiles.root.appending(path: "docs/reference")

  private static func compare(_ text: String, with name: String) throws {
    let file = folder.appending(path: name + ".md")
    if ProcessInfo.processInfo.environment["KARTOTEKA_RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("The page was written. Read what changed.")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name)")
  }

  @Test("each page has all members of its types, with the first sentence of their doc comments, and pictures exist")
  func pages() throws {
    let surface = try Surface()
    for page in ReferencePage.all {
      try Self.compare(try page.text(surface), with: page.name)
      if let picture = page.picture {
        let path = SourceFiles.root.appending(path: "docs/pictures/\(picture.file).png").path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path), "\(path)")
      }
      for part in page.parts {
        let members = try surface.members(of: part.type, in: part.module)
        #expect(!members.isEmpty, "\(part.module).\(part.type)")
        for member in members { #expect(!member.summary.isEmpty, "\(part.type): \(member.name)") }
      }
    }
    try Self.compare(ReferencePage.index, with: "README")
  }

  @Test("a member is read with its labels, whatever its attributes and parameters; one that is unavailable is left out")
  func reading() throws {
    let surface = try Surface()
    let names = try surface.members(of: "List", in: "KartotekaScreens").map(\.name)
    for name in ["List(_:title:subtitle:)", "sorted(by:)", "withSection(_:new:symbol:showing:)", "withoutNew()"] {
      #expect(names.contains(name), "\(name)")
    }
    // The one for computed values is there for its message.
    #expect(names.count { $0 == "withFields(_:_:)" } == 1)
    let job = try surface.members(of: "Job", in: "KartotekaApplication").map(\.name)
    #expect(job.contains("Job(_:every:body:)"))
    let options = try surface.members(of: "AttributeOption", in: "KartotekaModel").map(\.name)
    #expect(options.contains(".required") && options.contains(".pattern(_:hint:)"))
  }

  @Test("the list of symbols has each of the platform's, with its picture")
  func symbols() throws {
    let (text, names) = try ReferencePage.symbols(try Surface())
    #expect(names == Symbol.allCases.map(\.rawValue).sorted())
    for name in names {
      let picture = SourceFiles.root.appending(path: "Sources/KartotekaHTML/Resources/symbols/\(name).png")
      #expect(FileManager.default.fileExists(atPath: picture.path(percentEncoded: false)), "\(name)")
    }
    try Self.compare(text, with: "SYMBOLS")
  }

  @Test("script/docs converts every module that has a catalogue")
  func modules() throws {
    let script = try String(contentsOf: SourceFiles.root.appending(path: "script/docs"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: #/modules=\(([^)]*)\)/#)?.1)
    let modules = list.split { $0.isWhitespace }.map(String.init)
    #expect(modules.sorted() == (CatalogueTests.modules + ["Kartoteka"]).sorted())
  }
}
