import Foundation
import Testing

@testable import KartotekaCommand

@Suite("kartoteka serve --watch")
struct ServeWatchTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for folder in [".build/debug", "Sources", "bin"] {
      try FileManager.default.createDirectory(
        at: sandbox.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    try sandbox.write("// A package.", to: "Package.swift")
    try sandbox.write("let word = 1", to: "Sources/Words.swift")
  }

  private var program: URL { sandbox.folder.appending(path: ".build/debug/kartoteka") }

  // A compiler that takes what is written to `status` for the status of its builds, and writes down how it was called.
  private func makeCompiler() throws {
    let swift = sandbox.folder.appending(path: "bin/swift")
    try sandbox.write("#!/bin/sh\necho \"$@\" >> built\nexit $(cat status)\n", to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path(percentEncoded: false))
    try sandbox.write("0", to: "status")
  }

  @Test("a changed source is built and served anew; a build with errors leaves the server as it was; Ctrl-C ends both")
  func changes() async throws {
    try makeCompiler()
    try FileManager.default.copyItem(at: Executable.url, to: program)
    let path = sandbox.folder.appending(path: "bin").path(percentEncoded: false)
    let running = try sandbox.start(
      program, ["serve", "--watch", "--port", "0"], ["LC_ALL": "C", "PATH": path + ":/usr/bin:/bin"])
    func starts() throws -> Int {
      try running.result().output.components(separatedBy: "Stop it with Ctrl-C.").count - 1
    }
    try await running.came("a server") { try starts() == 1 }
    try sandbox.write("let word = 22", to: "Sources/Words.swift")
    try await running.came("another server") { try starts() == 2 }
    try sandbox.write("1", to: "status")
    try sandbox.write("let word = ", to: "Sources/Words.swift")
    try await running.came("a failed build") { try running.result().errors.contains("The build failed.") }
    #expect(try starts() == 2)
    let calls = try sandbox.read("built").split(separator: "\n")
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.hasPrefix("build --quiet --package-path ") && $0.hasSuffix(" --product kartoteka") })
    running.send(SIGINT)
    await running.ended()
    #expect(try running.result().status == 0)
  }

  @Test("a program outside a package says where --watch works")
  func elsewhere() throws {
    #expect(throws: Failure.self) { try ServeWatch(executable: URL(filePath: "/usr/bin/env")) }
    #expect(try ServeWatch(executable: program).package.lastPathComponent == sandbox.folder.lastPathComponent)
  }

  @Test("resources and Swift files are watched, and what a server writes is not")
  func watched() throws {
    let watch = try ServeWatch(executable: program)
    var last = watch.fingerprint()
    func changes(_ name: String) throws -> Bool {
      let file = sandbox.folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("1".utf8).write(to: file)
      defer { last = watch.fingerprint() }
      return watch.fingerprint() != last
    }
    #expect(try changes("Sources/App/Resources/pl.json"))
    #expect(try changes("Sources/App/Other.swift"))
    #expect(try !changes("data/clinic.sqlite"))
    #expect(try !changes(".build/debug/Other.swift"))
  }

  @Test("the served program gets all arguments but those of the watch and of the first start")
  func arguments() {
    #expect(
      ServeCommand.served(["clinic", "serve", "--watch", "--reset", "clinic", "--confirm=clinic", "--port", "0"])
        == ["serve", "--port", "0"])
    #expect(ServeCommand.served(["clinic", "--watch"]) == [])
  }
}
