#if os(Linux)
  import Foundation
  import Testing

  /// A package that `kartoteka new` wrote outside the repository, compiled and linked with what is built beside these tests: its
  /// manifest, program and tests as they are, without minutes of building the library again.
  @Suite("A package that kartoteka new has written", .serialized)
  struct NewPackageTests {
    private let sandbox: Sandbox
    private let built = BuiltModules.folder
    private var package: URL { sandbox.folder.appending(path: "my-books") }

    init() async throws {
      sandbox = try Sandbox()
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path(percentEncoded: false)
      let run = try await sandbox.kartoteka(
        ["new", "my-books", "--kartoteka", root, "--into", sandbox.folder.path(percentEncoded: false)],
        environment: ["LC_ALL": "C"])
      try #require(run.status == 0, "\(run.errors)")
    }

    @Test("builds outside the repository, serves its application, and its own tests pass")
    func works() async throws {
      try await compile()
      let program = try await link()
      let apps = try await finished(sandbox.start(program, ["apps"]))
      #expect(apps.status == 0 && apps.output.contains("my-books"), "\(apps.output)\(apps.errors)")
      let check = try await finished(sandbox.start(program, ["check", "my-books"], ["LC_ALL": "C"]))
      #expect(check.status == 0 && check.output.contains("have no faults"), "\(check.output)\(check.errors)")
      let server = try sandbox.start(program, ["serve", "--port", "0"], ["LC_ALL": "C"])
      let ready = try await server.wrote("http://127.0.0.1:")
      server.send(SIGTERM)
      await server.ended()
      #expect(ready.output.contains("http://127.0.0.1:"), "\(ready.errors)")
      #expect(try server.result().status == 0)
      #expect(try sandbox.names(in: "data").contains("my-books.sqlite"))

      let tests = try await linkTests()
      let run = try await finished(sandbox.start(tests, ["--testing-library", "swift-testing"]))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect((run.output + run.errors).contains("Test run with 3 tests"), "\(run.output)\(run.errors)")
    }

    @Test("check prints all faults of the declarations, each with its file and line")
    func check() async throws {
      let file = package.appending(path: "Sources/MyBooks/MyBooks.swift")
      var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      let entity = try #require(lines.firstIndex { $0.contains(": Entity {") })
      lines.insert(
        contentsOf: [
          #"  let first = Attribute<Int>("First", .range(5...9), .default(3))"#,
          #"  let second = Attribute<String>("Second", .pattern("(", hint: "A bracket"))"#,
        ], at: entity + 1)
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      try await compile()
      let run = try await finished(sandbox.start(link(), ["check", "my-books"], ["LC_ALL": "C"]))
      #expect(run.status == 1)
      for (name, line) in [("first", entity + 2), ("second", entity + 3)] {
        #expect(
          run.lines.contains { $0.hasPrefix("MyBooks/MyBooks.swift:\(line): ") && $0.contains(name) },
          "\(name) \(run.output)")
      }
      #expect(run.errors.contains("have faults: 2"), "\(run.errors)")
    }

    @Test("has commands of its own beside the platform's, with the store of its application")
    func ownCommands() async throws {
      let file = package.appending(path: "Sources/MyBooks/Program.swift")
      func declare(_ name: String) throws {
        try """
        import KartotekaCommand

        @main
        struct Program: KartotekaProgram {
          static let apps = [myBooks]
          static let commands = [
            Command("\(name)", "Counts the records", taking: [.required("entity"), .optional("word")]) { call in
              guard let entity = call["entity"], entity != "none" else {
                throw ActionError.refused("There is nothing to count.")
              }
              if entity == "word" { throw ActionError.refused("Title") }
              if entity == "fault" { throw FieldFault("entity", "This can't be empty") }
              let plurals = myBooks.description.model.entities.map(\\.plural)
              try call.print(entity + " " + String(plurals.contains(entity)) + " " + (call["word"] ?? "-"))
            }
          ]
        }
        """.write(to: file, atomically: true, encoding: .utf8)
      }
      func run(_ arguments: String...) async throws -> Sandbox.Run {
        let program = sandbox.folder.appending(path: "program")
        return try await finished(sandbox.start(program, arguments, ["LC_ALL": "C"]))
      }
      try declare("count")
      try await compile()
      _ = try await link()
      let done = try await run("count", "books", "twice")
      #expect(done.status == 0 && done.output == "books true twice\n", "\(done.output)\(done.errors)")
      #expect(try await run("count", "books").output == "books true -\n")
      let missing = try await run("count")
      let sentence = "Missing expected argument '<entity>'"
      #expect(missing.status == 64 && missing.errors.contains(sentence), "\(missing.errors)")
      let many = try await run("count", "a", "b", "c")
      #expect(many.status == 64 && many.errors.contains("Unexpected argument 'c'"), "\(many.errors)")
      let refused = try await run("count", "none")
      #expect(refused.status == 1 && refused.errors.contains("There is nothing to count."), "\(refused.errors)")
      let fault = try await run("count", "fault")
      #expect(fault.status == 1 && fault.errors.contains("entity: This can't be empty"), "\(fault.errors)")
      // In the application's words of the person's language.
      let polish = try await finished(
        sandbox.start(
          sandbox.folder.appending(path: "program"), ["count", "word"], ["LC_ALL": "pl_PL.UTF-8"]))
      #expect(polish.status == 1 && polish.errors.contains("Tytuł"), "\(polish.errors)")
      for help in [try await run("count", "--help"), try await run("help", "count")] {
        #expect(help.status == 0 && help.output.contains("count <entity> [<word>]"), "\(help.output)\(help.errors)")
        #expect(help.output.contains("Counts the records") && help.output.contains("--data <dir>"))
      }
      let root = try await run("--help")
      #expect(root.output.contains("count  Counts the records"), "\(root.output)")
      #expect(try await run("cuont").errors.contains("count, help"))

      try declare("serve")
      try await compile()
      _ = try await link()
      let taken = try await run("apps")
      #expect(taken.status == 1 && taken.errors.contains("MyBooks/Program.swift:7"), "\(taken.errors)")
    }

    // MARK: Building

    private func finished(_ program: RunningProgram) async throws -> Sandbox.Run {
      await program.ended()
      return try program.result()
    }

    private func swift(_ arguments: [String]) async throws {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let run = try await finished(
        sandbox.start(URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments, ["PATH": path]))
      try #require(run.status == 0, "\(run.output)\(run.errors)")
    }

    private func path(_ name: String) -> String { sandbox.folder.appending(path: name).path(percentEncoded: false) }

    private func sources(_ folder: String) throws -> [String] {
      let folder = package.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path(percentEncoded: false) }
    }

    // Also of the package's own modules.
    private func flags(_ module: String) throws -> [String] { try BuiltModules.flags(module) + ["-I", path("")] }

    // As the plugin EmbedResources and SwiftPM do: the resources as Swift, and a main function that tests can leave aside.
    private func compile() async throws {
      let embedded = path("Embedded.swift")
      let run = try await finished(
        sandbox.start(
          Executable.embedding,
          [package.appending(path: "Sources/MyBooks/Resources").path(percentEncoded: false), embedded]))
      try #require(run.status == 0, "\(run.errors)")
      try await swift(
        flags("MyBooks") + sources("Sources/MyBooks") + [
          embedded, "-wmo", "-enable-testing", "-emit-module", "-emit-module-path", path("MyBooks.swiftmodule"), "-c",
          "-o",
          path("MyBooks.o"), "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "MyBooks_main",
        ])
    }

    // What the program of the example consists of beside itself.
    private func library() throws -> [String] {
      let list = built.appending(path: "Clinic.product/Objects.LinkFileList")
      return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { !$0.contains("/Clinic.build/") }
    }

    private func link() async throws -> URL {
      try await link("program", [path("MyBooks.o")], ["-Xlinker", "--defsym=main=MyBooks_main"])
    }

    private func linkTests() async throws -> URL {
      let runner = path("Runner.swift")
      try """
      import Testing

      @main struct Runner {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }
      """.write(toFile: runner, atomically: true, encoding: .utf8)
      try await swift(
        flags("MyBooksTests") + sources("Tests/MyBooksTests") + [runner, "-wmo", "-c", "-o", path("MyBooksTests.o")])
      let support = try ["KartotekaTestSupport", "HTTPTesting"].flatMap { module in
        let folder = built.appending(path: module + ".build")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
          .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path(percentEncoded: false) }
      }
      return try await link("tests", [path("MyBooks.o"), path("MyBooksTests.o")] + support, [])
    }

    private func link(_ name: String, _ objects: [String], _ flags: [String]) async throws -> URL {
      let list = path(name + ".objects")
      try (try objects + library()).joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
      // The libraries of the system that the modules in C name.
      try await swift(["-o", path(name), "@" + list, "-lz", "-lcrypto", "-lsqlite3", "-lstdc++"] + flags)
      return sandbox.folder.appending(path: name)
    }
  }
#endif
