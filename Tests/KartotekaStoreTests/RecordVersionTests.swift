import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Fingerprints of records")
struct RecordVersionTests {
  private let entity = EntityDescription(
    name: "item", plural: "items", table: "items", nouns: Nouns("item", "items"), attributes: [], relationships: [])

  private func fingerprint(_ values: Value..., id: RecordID? = 1) -> String {
    AnyRecord(entity, id: id, values: values).fingerprint
  }

  @Test("Values that run into each other without their lengths have different fingerprints")
  func isUnambiguous() {
    let fingerprints = [
      fingerprint(.integer(256), .null, .integer(10)), fingerprint(.integer(0), .integer(0), .integer(10)),
      fingerprint(.integer(256), .integer(5)), fingerprint(.integer(0), .integer(1_281)),
      fingerprint(.text("ab"), .text("c")), fingerprint(.text("a"), .text("bc")), fingerprint(.text("abc")),
      fingerprint(.text("abc"), id: 2), fingerprint(.text("abc"), id: nil), fingerprint(.null), fingerprint(),
      fingerprint(.blob(Blob(Array("abc".utf8)))), fingerprint(.real(1)), fingerprint(.integer(1)),
    ]
    #expect(Set(fingerprints).count == fingerprints.count)
    #expect(fingerprints.allSatisfy { $0.utf8.count == 32 })
  }

  @Test("A fingerprint is the same in every process and in every version")
  func isStable() {
    #expect(fingerprint(.integer(1), .text("Łódź"), .null) == "de7c4b64190b54263d9f182c879eee25")
  }
}
