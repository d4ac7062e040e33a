import KartotekaModel
import KartotekaScreens

/// A Swift package with one application: `Package.swift`, the declaration, a program, words, tests, a README, a
/// `Dockerfile` and a unit of systemd.
package struct SwiftPackage: Sendable {
  /// The package of Kartoteka that the new one depends on.
  package enum Dependency: Sendable {
    /// A folder on this machine; an absolute path, or one relative to the new package.
    case path(String)
    /// A Git repository, and the least version.
    case repository(String, from: String)

    fileprivate var line: String {
      switch self {
      case .path(let path): ".package(path: \(SwiftNames.literal(path)))"
      case .repository(let url, let version):
        ".package(url: \(SwiftNames.literal(url)), from: \(SwiftNames.literal(version)))"
      }
    }

    // SwiftPM's identity of a package: the last part of its address.
    fileprivate var identity: String {
      let address =
        switch self {
        case .path(let path): path
        case .repository(let url, _): url
        }
      let last = address.split(separator: "/").last.map(String.init) ?? address
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
  }

  /// The files by their paths in the package.
  package private(set) var files: [String: String] = [:]
  /// The parts of the description that have no declaration in Swift, a line each.
  package let gaps: [String]

  /// The package of a described application.
  package init(_ document: AppDocument, dependingOn kartoteka: Dependency) {
    let constant = SwiftDeclaration.constant(document.name)
    let target = SwiftNames.type(SwiftNames.identifier(document.name.replacing("-", with: " ")) ?? "app")
    var document = document
    // Even without words, so that a person sees where they belong.
    for language in [Language.polish, .russian] where document.words[language.code] == nil {
      document.words[language.code] = [:]
    }
    let declaration = SwiftDeclaration(document, words: .embedded)
    gaps = declaration.gaps
    let sources = "Sources/\(target)"
    for language in document.languages {
      files["\(sources)/Resources/\(language.code).json"] = SwiftDeclaration.catalogue(document, language) + "\n"
    }
    files["\(sources)/\(target).swift"] = declaration.text
    files["\(sources)/Program.swift"] = """
      import KartotekaCommand

      @main
      struct Program: KartotekaProgram {
        static let apps = [\(constant)]
      }

      """
    files["Package.swift"] = Self.manifest(document.name, target, kartoteka)
    files["Tests/\(target)Tests/\(target)Tests.swift"] = Self.test(document, target, constant)
    files["README.md"] = Self.readme(document, target)
    files[".gitignore"] = ".build/\n"
    files["Dockerfile"] = Self.dockerfile(document.name)
    files[".dockerignore"] = ".build/\n.git/\n"
    files["\(document.name).service"] = Self.unit(document)
  }

  private static func manifest(_ name: String, _ target: String, _ kartoteka: Dependency) -> String {
    let package = SwiftNames.literal(kartoteka.identity)
    return """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: \(SwiftNames.literal(name)),
        platforms: [.macOS(.v15)],
        products: [.executable(name: \(SwiftNames.literal(name)), targets: ["\(target)"])],
        dependencies: [
          \(kartoteka.line)
        ],
        targets: [
          .executableTarget(
            name: "\(target)", dependencies: [.product(name: "KartotekaCommand", package: \(package))],
            exclude: ["Resources"], plugins: [.plugin(name: "EmbedResources", package: \(package))]),
          .testTarget(
            name: "\(target)Tests",
            dependencies: ["\(target)", .product(name: "KartotekaTestSupport", package: \(package))]),
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  private static func test(_ document: AppDocument, _ target: String, _ constant: String) -> String {
    """
    import Kartoteka
    import KartotekaTestSupport
    import Testing

    @testable import \(target)

    @Suite("\(target)")
    struct \(target)Tests {
      @Test("the declarations are free of faults")
      func declarations() {
        #expect(\(constant).check().isEmpty)
      }

      @Test("each screen opens, in English, Polish and Russian", arguments: ["en", "pl", "ru"])
      func screens(language: String) async throws {
        let site = try AppSite(\(constant))
        for tab in \(constant).description.tabs {
          // A view of a list leads to the list.
          let status = try await site.page("/" + tab.path, language: language).status
          #expect(status == 200 || status == 303, "\\(tab.path)")
        }
      }

      @Test("the API answers with the records of each entity")
      func api() async throws {
        let site = try AppSite(\(constant))
        for entity in \(constant).description.model.entities {
          #expect(try await site.api(.get, "/" + entity.plural).items.isEmpty, "\\(entity.plural)")
        }
      }
    }

    """
  }

  private static func readme(_ document: AppDocument, _ target: String) -> String {
    """
    # \(document.title)

    An application made with Kartoteka: a SQLite database with screens for phone and desk, an HTTP API and a command line.

    ```
    swift run \(document.name)                # serves it on http://127.0.0.1:8080
    swift run \(document.name) --help         # lists all commands: import, export, backup and others
    swift test
    ```

    | file | contents |
    | --- | --- |
    | `Sources/\(target)/\(target).swift` | the declaration: entities and screens |
    | `Sources/\(target)/Program.swift` | the program; rules, hooks, actions and jobs are arguments of `App` |
    | `Sources/\(target)/Resources/pl.json`, `ru.json` | the words in Polish and Russian; `swift run \(document.name) words \
    \(document.name) --missing pl` prints the missing ones |
    | `Tests/\(target)Tests` | the tests |
    | `Dockerfile`, `\(document.name).service` | the program in a container, or as a service of systemd |

    `swift build` and the next `swift run` after a change take seconds. A release: `swift build -c release`.

    \(delivery(document.name))
    """
  }
}
