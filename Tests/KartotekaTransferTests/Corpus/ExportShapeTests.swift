import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// Files as programs export them, guessed, loaded, and compared with what has to be stored.
@Suite("Exports of programs")
struct ExportShapeTests {
  @Test("What a program exports is stored as it was meant", arguments: ExportShape.all)
  func stored(shape: ExportShape) async throws {
    let file = try await GuessedFile(shape.bytes, shape.name)
    for field in shape.fields {
      let label = try #require(file.field(field.label)?.label, "\(field.label) of \(file.fields)")
      #expect(file.field(label)?.kind == field.kind, "\(label)")
      #expect(try await file.column(label) == field.texts, "\(label)")
    }
    #expect(file.report.files.allSatisfy { $0.rejected == 0 && $0.emptied == 0 }, "\(file.remarks)")
  }

  @Test("The same export again changes nothing and doubles nothing", arguments: ExportShape.all)
  func again(shape: ExportShape) async throws {
    let report = try await GuessedFile(shape.bytes, shape.name).loadAgain()
    for file in report.files {
      #expect(file.unchanged == file.read && file.inserted + file.updated + file.rejected == 0, "\(file.phrase)")
    }
  }
}
