import Synchronization
import Testing

@testable import KartotekaStore

@Suite("A cache of values between two changes")
struct VersionedCacheTests {
  /// The versions of the last changes of entities.
  private final class Changes: Sendable {
    private let versions = Mutex<[String: Int64]>([:])

    func change(_ entity: String, at number: Int64) { versions.withLock { $0[entity] = number } }

    func cache<Value>(bytes: Int = 1 << 20) -> VersionedCache<String, Value> {
      VersionedCache(bytes: bytes) { [self] entities in
        versions.withLock { versions in DataVersion(number: entities.map { versions[$0] ?? 0 }.max() ?? 0) }
      }
    }
  }

  private let changes = Changes()

  private func at(_ number: Int64) -> DataVersion { DataVersion(number: number) }

  @Test("A value holds until its dependencies change")
  func holds() {
    let cache: VersionedCache<String, Int> = changes.cache()
    changes.change("user", at: 2)
    #expect(cache.value("a", at: at(3), until: ["user"]) { 1 } == 1)
    #expect(cache.value("a", at: at(9), until: ["user"]) { 2 } == 1)
    changes.change("user", at: 9)
    #expect(cache.value("a", at: at(9), until: ["user"]) { 3 } == 3)
    #expect(cache.value("a", at: at(9), until: ["user"]) { 4 } == 3)
  }

  @Test("A snapshot from before a change neither gets newer values nor leaves older ones")
  func snapshots() {
    let cache: VersionedCache<String, Int> = changes.cache()
    changes.change("user", at: 7)
    #expect(cache.value("a", at: at(7), until: ["user"]) { 70 } == 70)
    #expect(cache.value("a", at: at(5), until: ["user"]) { 50 } == 50)
    #expect(cache.value("a", at: at(8), until: ["user"]) { 80 } == 70)
    // The change was noted after the value was read: it is of the snapshot's version.
    changes.change("course", at: 3)
    #expect(cache.value("b", at: at(5), until: ["course"]) { 5 } == 5)
    changes.change("course", at: 7)
    #expect(cache.known("b", at: at(7), until: ["course"]) == nil)
  }

  @Test("A full cache forgets the values that were used longest ago, and not the others")
  func oldest() {
    let cache: VersionedCache<String, String> = changes.cache(bytes: 100_000)
    let text = String(repeating: "x", count: 1_000)
    _ = cache.value("kept", at: at(1), until: []) { text }
    for number in 0..<1_000 {
      _ = cache.value("\(number)", at: at(1), until: []) { text }
      #expect(cache.known("kept", at: at(1), until: []) != nil)
      #expect(cache.known("\(number)", at: at(1), until: []) != nil)
    }
    #expect(cache.size.bytes <= 100_000 && cache.size.count > 50)
    #expect(cache.known("0", at: at(1), until: []) == nil)
    #expect(cache.known("980", at: at(1), until: []) != nil)
  }

  @Test("A full cache forgets values that hold no more before others")
  func outdated() {
    let cache: VersionedCache<String, String> = changes.cache(bytes: 100_000)
    let text = String(repeating: "x", count: 1_000)
    for number in 0..<40 { _ = cache.value("user \(number)", at: at(1), until: ["user"]) { text } }
    for number in 0..<40 { _ = cache.value("course \(number)", at: at(1), until: ["course"]) { text } }
    changes.change("course", at: 2)
    for number in 0..<20 { _ = cache.value("room \(number)", at: at(2), until: ["room"]) { text } }
    for number in 0..<40 { #expect(cache.known("user \(number)", at: at(2), until: ["user"]) != nil) }
    #expect(cache.size.count == 60)
  }

  @Test("A value that is greater than the cache is kept until the next one")
  func great() {
    let cache: VersionedCache<String, String> = changes.cache(bytes: 1_000)
    let text = String(repeating: "x", count: 5_000)
    _ = cache.value("a", at: at(1), until: []) { text }
    #expect(cache.known("a", at: at(1), until: []) == text)
    _ = cache.value("b", at: at(1), until: []) { text }
    #expect(cache.known("a", at: at(1), until: []) == nil && cache.size.count == 1)
  }
}
