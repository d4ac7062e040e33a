// Usage: EmbedResourcesTool FOLDER OUTPUT.swift
// Writes a Swift file with every file of the folder as a string literal. A file that is right already keeps its time.
import Foundation

let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory).standardizedFileURL
let output = URL(filePath: CommandLine.arguments[2])

func literal(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where scalar.value < 0x20 || scalar.value == 0x7f:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap {
  $0 as? String
}.sorted()
var texts: [String] = []
for name in names {
  var isFolder: ObjCBool = false
  let file = folder.appending(path: name)
  guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
    continue
  }
  let data = try Data(contentsOf: file)
  let text = String(data: data, encoding: .utf8)
  texts.append("    \(literal(name)): (\(text != nil), \(literal(text ?? data.base64EncodedString()))),")
}

let code = """
  // Made from the Resources folder by the plugin EmbedResources.
  import Foundation

  /// The files of this module's Resources folder.
  enum Embedded {
    /// The names of all files, with their folders, sorted.
    static let names: [String] = files.keys.sorted()

    /// The names of the files in a folder of it, sorted.
    static func names(in folder: String) -> [String] {
      names.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
    }

    /// A text file. Asking for one that is not there is a mistake in the program.
    /// It is not copied, however long it is.
    static func text(_ name: String) -> String {
      let file = file(name)
      return file.isText ? file.content : String(decoding: data(name), as: UTF8.self)
    }

    /// Any file. Asking for one that is not there is a mistake in the program.
    static func data(_ name: String) -> Data {
      let file = file(name)
      return file.isText ? Data(file.content.utf8) : Data(base64Encoded: file.content) ?? Data()
    }

    private static func file(_ name: String) -> (isText: Bool, content: String) {
      guard let file = files[name] else { preconditionFailure("There is no resource \\(name)") }
      return file
    }

    private static let files: [String: (isText: Bool, content: String)] = [
  \(texts.isEmpty ? "    :" : texts.joined(separator: "\n"))
    ]
  }

  """
// Each build that links this program again runs it for all targets. Files with a new time would have these compiled, and all that
// import them.
let bytes = Data(code.utf8)
if (try? Data(contentsOf: output)) != bytes { try bytes.write(to: output) }
