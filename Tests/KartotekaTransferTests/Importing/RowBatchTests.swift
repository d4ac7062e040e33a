import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Batches of rows that are read ahead")
struct RowBatchTests {
  /// Rows of a size, whose content nobody reads.
  private final class Rows: RowSource {
    private var left: Int
    private let raw: UnsafeRawBufferPointer

    init(_ count: Int, of raw: UnsafeRawBufferPointer) {
      left = count
      self.raw = raw
    }

    func next(_ draft: inout RowDraft) -> Bool {
      guard left > 0 else { return false }
      left -= 1
      draft.begin(line: left, raw: raw)
      return true
    }
  }

  private func counts(_ rows: Int, ofBytes size: Int) throws -> [Int] {
    let bytes = [UInt8](repeating: 0, count: size)
    return try bytes.withUnsafeBytes { raw in
      var batch = RowBatch(try #require(office.entity(named: "person")))
      let source = Rows(rows, of: raw)
      var counts: [Int] = []
      while !batch.isLast {
        batch.fill(from: source)
        counts.append(batch.count)
      }
      return counts
    }
  }

  @Test("A batch of large rows, such as those with pictures, has a few of them, and none is left out")
  func large() throws {
    let few = RowBatch.mostBytes / 1_000_000 + 1
    #expect(try counts(few * 2 + 1, ofBytes: 1_000_000) == [few, few, 1])
  }

  @Test("A batch of small rows is full, and the last one says so, also when it is empty")
  func small() throws {
    #expect(try counts(1_500, ofBytes: 100) == [1_024, 476])
    #expect(try counts(1_024, ofBytes: 100) == [1_024, 0])
    #expect(try counts(0, ofBytes: 100) == [0])
  }
}
