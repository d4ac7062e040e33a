import Testing

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Modules of scripts")
struct ScriptModulesTests {
  private let sources = [
    "pages/list.js": "import '../keys.js'\nimport {\n  rows,\n} from '../rows.js'\nrows()\n",
    "keys.js": "import { $ } from './dom.js'\n// import './none.js' is none\n$()\n",
    "rows.js": "import { $ } from './dom.js'\nexport const rows = $\n",
    "dom.js": "export const $ = 1\n",
  ]

  @Test("a module is run after what it imports, and names the addresses of that")
  func order() throws {
    let modules = try ScriptModules(sources).modules
    let entry = try #require(modules["pages/list.js"])
    #expect(entry.imports == ["dom.js", "keys.js", "rows.js"])
    let (keys, rows) = (try #require(modules["keys.js"]), try #require(modules["rows.js"]))
    #expect(
      entry.text == "import '\(keys.file.path.text)'\nimport {\n  rows,\n} from '\(rows.file.path.text)'\nrows()\n")
    #expect(entry.file.path.text.wholeMatch(of: #//assets/pages-list\.[a-z0-9]+\.js/#) != nil)
  }

  @Test("comments are not served, and lines keep their numbers")
  func comments() throws {
    let source =
      "// One.\n\n/**\n * Two.\n * @type {1}\n */\nconst a = 1 // stays\n  /** Three. */\n  // import './b.js'\nb('//')\n"
    let text = try ScriptModules(["a.js": source]).modules["a.js"]?.text
    #expect(text == "\n\n\n\n\n\nconst a = 1 // stays\n\n\nb('//')\n")
  }

  // What such a text says could look like a comment.
  @Test(
    "no module of the platform has a text of several lines, or code behind a comment",
    arguments: Script.sources.sorted { $0.key < $1.key })
  func lines(name: String, source: String) {
    for line in source.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      let isComment = line.hasPrefix("//") || line.hasPrefix("/*") || line.hasPrefix("*")
      #expect(isComment || line.count { $0 == "`" }.isMultiple(of: 2), "\(line)")
      #expect(
        !line.hasPrefix("/*") || line.firstRange(of: "*/").map { $0.upperBound == line.endIndex } ?? true, "\(line)")
    }
  }

  @Test("a module that is loaded when it is needed has its address there, and is not loaded with the page")
  func late() throws {
    let sources = sources.merging(["keys.js": "const load = () => import('./rows.js')\nload()\n"]) { $1 }
    let modules = try ScriptModules(sources.merging(["pages/list.js": "import '../keys.js'\n"]) { $1 }).modules
    let (keys, rows) = (try #require(modules["keys.js"]), try #require(modules["rows.js"]))
    #expect(keys.text == "const load = () => import('\(rows.file.path.text)')\nload()\n")
    #expect(modules["pages/list.js"]?.imports == ["keys.js"] && keys.lateImports == ["rows.js"])
  }

  @Test("a change of a module changes the addresses of whatever imports it, and no others")
  func hashes() throws {
    let before = try ScriptModules(sources).modules
    var changed = sources
    changed["rows.js"]? += "changed()\n"
    let after = try ScriptModules(changed).modules
    let differing = sources.keys.filter { before[$0]?.file.path != after[$0]?.file.path }
    #expect(Set(differing) == ["rows.js", "pages/list.js"])
  }

  @Test(
    "a module that doesn't exist, one in a wrong folder, and a cycle are faults",
    arguments: [
      (["a.js": "import './b.js'\n"], ScriptModules.Fault.unknown("b.js", importedBy: "a.js")),
      (["a.js": "", "pages/b.js": "import './a.js'\n"], .unknown("./a.js", importedBy: "pages/b.js")),
      (["a.js": "import './b.js'\n", "b.js": "import './a.js'\n"], .cycle("a.js")),
    ])
  func faults(sources: [String: String], fault: ScriptModules.Fault) {
    #expect(throws: fault) { try ScriptModules(sources) }
  }

  @Test("the modules of the platform can be loaded, each kind of page has its own, and none is left over")
  func platform() throws {
    let modules = try ScriptModules(Script.sources)
    var used: Set<String> = []
    for kind in PageKind.allCases {
      let entry = Script.entry(of: kind)
      used.formUnion(try #require(modules.modules[entry]).imports + [entry])
      // What is loaded late imports others, and loads others late.
      var unread = used
      while let name = unread.popFirst() {
        let module = try #require(modules.modules[name])
        let further = Set(module.imports + module.lateImports).subtracting(used)
        used.formUnion(further)
        unread.formUnion(further)
      }
      #expect(modules.modules(of: kind).last?.file.path == modules.modules[entry]?.file.path)
    }
    #expect(used == Set(Script.sources.keys))
  }

  @Test("every import of the platform's modules has got an address", arguments: Script.sources.keys.sorted())
  func addresses(name: String) throws {
    let text = try #require(ScriptModules.platform.modules[name]).text
    for line in text.split(separator: "\n") where line.hasPrefix("import ") || line.hasPrefix("} from ") {
      #expect(line.hasSuffix("{") || line.contains(" '/assets/"), "\(line)")
    }
  }
}
