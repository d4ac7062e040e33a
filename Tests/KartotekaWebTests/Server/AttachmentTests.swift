import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct AttachmentTests {
  @Test(arguments: [
    ("orders.csv", "attachment; filename=\"orders.csv\""),
    ("Łódź 1.csv", "attachment; filename=\"__d_ 1.csv\"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%201.csv"),
    ("a\"b\\\r\n.csv", "attachment; filename=\"a_b___.csv\"; filename*=UTF-8''a%22b%5C%0D%0A.csv"),
  ])
  func namesTheFile(_ name: String, _ header: String) { #expect(Attachment.disposition(name) == header) }
}
