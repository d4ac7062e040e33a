#if os(Linux)
  import Foundation
  import Testing

  /// Mistakes that are made by those who know other libraries, compiled with what is built beside these tests.
  @Suite("Messages of the compiler")
  struct CompilerMessageTests {
    /// Lines with a mistake end with `//:` and words of the message, which stands at that line and no other.
    private static let mistakes = #"""
      import Kartoteka

      struct Composer: Entity {
        let name = Attribute<String>("Name", .required, .title)
      }

      struct Score: Entity {
        let title = Attribute<String>("Title", .required, .title)
        let mail = Attribute<String>("Mail", .mail) //: as: .mail
        let copies = Attribute<Int>("Copies")
        let composer = ToOne<Composer>("Composer")
        let loans = ToMany<Loan>("Loans", inverse: \.score)
        let left = Computed<Score, Int>("Left") { .of(\.copies) - .count(\.loans) }
      }

      struct Loan: Entity {
        let due = Attribute<CalendarDate>("Due", .required)
        let score = ToOne<Score>("Score", .required)
      }

      let lent = Series(1, on: \Loan.due)
      let named = List(Score.self, title: "title") //: title: \.title
      let list = List(Score.self, title: \.title)
      let fields = list.withFields("Loans", \.left) //: A form has no computed values
      let hidden = list.withoutFields(\.left) //: always shows computed values
      let searched = list.searching(\.composer) //: .searching(\.composer, \.name)
      let sorted = list.sorted(by: \.composer) //: declare one that is computed
      let shown = list.showing(\.composer) //: Rows end with a value
      let section = list.withSection(\.composer) //: a ToOne is a field
      let chips = List(Loan.self, title: \.due).narrowing(to: \.due < .today) //: A chip shows a subset
      let view = ListView(\Loan.due < .today) //: A view shows a subset

      let overview = Overview {
        Figure("Lent", sum: lent) //: latestMonthOf
        Figure("Late", counting: \Loan.due < .today) //: A figure counts a subset
        Watch("Late", \Loan.due < .today, earliest: \.due) //: What is watched is a subset
        list //: give a screen a tab of its own
      }

      @TabsBuilder func tabs() -> [Tab] {
        list //: A screen stands in a tab
      }

      @TabsBuilder func two() -> [Tab] {
        Tab("Two", symbol: .list) { //: A tab has one screen
          list
          list
        }
      }

      func requests(_ score: Record<Score>) {
        _ = Score.all.including(\.loans) //: Loan.all.where(\.score == id)
        _ = Loan.all.where { $0.due != nil } //: made of key paths
        _ = Loan.all.sorted(by: \.score) //: A relationship has no order
        _ = Loan.all.where(\.score == score) //: \.score == score.id
      }

      """#

    @Test("mistakes that are often made are refused at their line, with the remedy")
    func remedies() async throws {
      let sandbox = try Sandbox()
      let file = sandbox.folder.appending(path: "Mistakes.swift")
      try Data(Self.mistakes.utf8).write(to: file)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let arguments =
        try ["swiftc", "-typecheck"] + BuiltModules.flags("Mistakes") + [file.path(percentEncoded: false)]
      let compiler = try sandbox.start(URL(filePath: "/usr/bin/env"), arguments, ["PATH": path])
      await compiler.ended()
      let run = try compiler.result()
      #expect(run.status != 0)
      var messages: [Int: [String]] = [:]
      for line in (run.errors + run.output).split(separator: "\n") {
        guard let match = line.firstMatch(of: #/Mistakes\.swift:(\d+):\d+: error: (.*)$/#) else { continue }
        messages[Int(match.1) ?? 0, default: []].append(String(match.2))
      }
      var expected: Set<Int> = []
      for (number, line) in Self.mistakes.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let mark = line.firstRange(of: " //: ") else { continue }
        expected.insert(number + 1)
        let found = messages[number + 1] ?? []
        #expect(found.count == 1 && found[0].contains(line[mark.upperBound...]), "\(line): \(found)")
      }
      #expect(expected.count > 15)
      #expect(Set(messages.keys) == expected, "\(run.errors)")
    }
  }
#endif
