import Foundation
import Testing

@testable import KartotekaServices

@Suite struct PictureDownloadTests {
  private func download(_ standIn: StandIn, _ address: String? = nil) async throws -> DownloadedPicture {
    try await Net(standIn).pexels().download(
      FoundPicture(
        id: "1", author: "Anna", authorPage: nil, sourceLink: "https://www.pexels.com/photo/1/",
        address: address ?? "\(standIn.address)/photos/1.png?h=650", alt: ""))
  }

  @Test("TM-7 downloads a picture, without the key, and tells what it is from its bytes")
  func downloads() async throws {
    let bytes = Sample.png(940, 650)
    try await StandIn.run(.bytes(bytes, "application/octet-stream")) { standIn in
      let picture = try await download(standIn)
      let downloaded = try picture.blob.bytes()
      #expect(downloaded == bytes && picture.type == "image/png" && picture.width == 940 && picture.height == 650)
      let question = try #require(standIn.questions.first)
      #expect(question.path == "/photos/1.png" && question.query == ["h": "650"])
      #expect(question.headers[.authorization] == nil)
      #expect(question.headers[.accept]?.hasPrefix("image/png") == true)
    }
  }

  @Test(
    "TM-7 refuses a download that is no picture",
    arguments: [
      Reply.page, .bytes(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "image/svg+xml"),
      .bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"), .bytes([], "image/png"),
      .bytes(Array("%PDF-1.7".utf8), "image/png"),
    ])
  func noPicture(reply: Reply) async throws {
    try await StandIn.run(reply) { standIn in
      await #expect(throws: ServiceError("Pexels", .notAPicture)) { try await download(standIn) }
    }
  }

  @Test("TM-7 refuses a picture that claims to have billions of pixels")
  func bomb() async throws {
    try await StandIn.run(.bytes(Sample.png(50_000, 50_000), "image/png")) { standIn in
      await #expect(throws: ServiceError("Pexels", .tooManyPixels)) { try await download(standIn) }
    }
  }

  private func small(_ standIn: StandIn, _ address: String?) async throws -> DownloadedPicture? {
    try await Net(standIn).pexels().thumbnail(
      of: FoundPicture(
        id: "1", author: "Anna", authorPage: nil, sourceLink: "https://www.pexels.com/photo/1/",
        address: "\(standIn.address)/photos/1.png", smallAddress: address, alt: ""))
  }

  @Test(
    "TM-7 downloads the small picture of one that was found, and goes without it where there is none or it is refused")
  func thumbnail() async throws {
    try await StandIn.run(.bytes(Sample.png(525, 350), "image/png"), .page) { standIn in
      let address = "\(standIn.address)/photos/1.png?h=350"
      let found = try await small(standIn, address)
      let refused = try await small(standIn, address)
      let missing = try await small(standIn, nil)
      #expect(found?.height == 350 && refused == nil && missing == nil)
      #expect(standIn.questions.count == 2)
    }
  }

  @Test("TM-7 stops downloading after 10 MB")
  func tooLarge() async throws {
    try await StandIn.run(.endless) { standIn in
      await #expect(throws: ServiceError("Pexels", .tooLarge(limit: 10_000_000))) { try await download(standIn) }
    }
  }

  @Test("TM-7 tries a download again when the connection breaks off")
  func brokenOff() async throws {
    try await StandIn.run(.brokenOff, .bytes(Sample.png(3, 2), "image/png")) { standIn in
      let picture = try await download(standIn)
      #expect(picture.width == 3 && standIn.questions.count == 2)
    }
  }

  @Test(
    "TM-7 downloads from nowhere but where the service keeps its pictures",
    arguments: [
      "https://images.pexels.com.example.org/1.png", "http://images.pexels.com/1.png", "file:///etc/passwd",
      "https://images.pexels.com:8443/1.png", "https://me@images.pexels.com/1.png", "https://169.254.169.254/latest",
      "http://localhost:1/1.png", "https://example.org/1.png", "//images.pexels.com/1.png", "",
    ])
  func forbidden(address: String) async throws {
    let net = Net([:])
    let picture = FoundPicture(
      id: "1", author: "Anna", authorPage: nil, sourceLink: "https://www.pexels.com/photo/1/", address: address, alt: ""
    )
    await #expect(throws: ServiceError("Pexels", .forbiddenAddress)) {
      try await net.pexels().download(picture)
    }
    // Nor may a stand-in's answers lead elsewhere.
    try await StandIn.run(.status(404)) { standIn in
      await #expect(throws: ServiceError("Pexels", .forbiddenAddress)) { try await download(standIn, address) }
      #expect(standIn.questions.isEmpty)
    }
  }

  @Test("TM-7 does not follow where a picture is said to be instead")
  func redirect() async throws {
    try await StandIn.run(.bytes(Sample.png(), "image/png")) { other in
      try await StandIn.run(.status(301, [.location: other.address + "/1.png"])) { standIn in
        await #expect(throws: ServiceError("Pexels", .refused(status: 301))) { try await download(standIn) }
        #expect(other.questions.isEmpty)
      }
    }
  }
}
