import Foundation
import Testing

@testable import KartotekaServices

@Suite struct DocumentationTests {
  @Test("docs/SERVICES.md tells the limits, variables and hosts that the program has")
  func limits() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../docs/SERVICES.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let limits = [ServiceDescription.pexels.limits, .pictures, ServiceDescription.geoapify.limits]
    func row(_ title: String, _ cell: (ServiceLimits) -> String) -> String {
      "| \(title) | " + limits.map(cell).joined(separator: " | ") + " |"
    }
    let rows = [
      row("concurrent requests") { "\($0.atOnce)" },
      row("time for one attempt") { "\($0.attempt.components.seconds) s" },
      row("total time") { "\($0.total.components.seconds) s" },
      row("size of a response") { "\($0.size / 1_000_000) MB" },
      row("responses are cached in memory") { limits in
        guard limits.cache > 0, let hours = limits.kept.map({ $0.components.seconds / 3_600 }) else {
          return "no"
        }
        return hours == 1 ? "1 hour" : "\(hours) hours"
      },
    ]
    for row in rows { #expect(text.contains(row), "\(row)") }
    for service in [ServiceDescription.pexels, .geoapify] {
      for word in [service.keyVariable, service.addressVariable] + service.pictureHosts {
        #expect(text.contains(word), "\(word)")
      }
    }
    #expect(text.contains("\nto Geoapify for \(FallbackPlaces.rest.components.seconds) seconds"))
  }
}
