import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// Files as the programs of eight languages write them, guessed, loaded, and compared cell by cell with what was written.
/// `KARTOTEKA_CORPUS=all` reads all 320, else every thirteenth is read.
@Suite("The corpus of files")
struct CorpusTests {
  /// The least share of cells that are right, in thousandths. It may not fall.
  private static let least = 1_000

  private static var files: [(form: CorpusFile.Form, language: CorpusLanguage, set: Int)] {
    let isWhole = ProcessInfo.processInfo.environment["KARTOTEKA_CORPUS"] == "all"
    // Thirteen is no divisor of the numbers of languages and sets, of which all are read.
    return CorpusFile.all.enumerated().filter { isWhole || $0.offset % 13 == 0 }.map(\.element)
  }

  @Test("Cells are what was written")
  func cells() async throws {
    var (right, all, whole) = (0, 0, 0)
    var wrong: [String] = []
    for (form, language, set) in Self.files {
      let file = CorpusFile(form, language, set: set)
      let found = try await Self.compare(file)
      right += found.right
      all += found.all
      if found.right == found.all { whole += 1 }
      wrong += found.wrong.prefix(3).map { "\(file.name): \($0)" }
    }
    print("Corpus: \(right) of \(all) cells, \(whole) of \(Self.files.count) files are right")
    for line in wrong.prefix(40) { print("  \(line)") }
    #expect(right * 1_000 >= all * Self.least, "\(wrong.prefix(5))")
  }

  private static func compare(_ file: CorpusFile) async throws -> (right: Int, all: Int, wrong: [String]) {
    let rows = file.columns[0].written.count
    let all = rows * file.columns.count
    let guessed: GuessedFile
    do {
      guessed = try await GuessedFile(file.bytes, file.name)
    } catch {
      let text = (error as? ImportError).map { Localizer.english($0.phrase) } ?? "\(error)"
      return (0, all, [text])
    }
    var (right, wrong) = (0, [String]())
    for column in file.columns {
      let attribute = guessed.field(column.heading) ?? guessed.field(column.heading + " (%)")
      let found = try await guessed.column(attribute?.label ?? column.heading)
      guard found.count == rows else {
        wrong.append("\(column.heading): \(found.count) records for \(rows) rows")
        continue
      }
      for (value, meant) in zip(found, column.meant) {
        if same(value, meant, attribute) {
          right += 1
        } else {
          wrong.append("\(column.heading): \(value) for \(meant)")
        }
      }
    }
    return (right, all, wrong)
  }

  private static func same(_ found: String, _ meant: String, _ attribute: AttributeDescription?) -> Bool {
    if found == meant { return true }
    switch attribute?.kind {
    case .decimal?:
      let number = found.replacing("%", with: "")
      return Decimal(string: number) == Decimal(string: meant) && !meant.isEmpty && !number.isEmpty
    case .phone?: return found.filter(\.isNumber).hasSuffix(meant)
    default: return false
    }
  }
}
