import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaWeb

@Suite("A document with a table of related records")
struct DocumentTableTests {
  private static let json = """
    {"version":1,"name":"office","entities":[
     {"name":"client","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"bills","kind":"toMany","to":"bill","inverse":"client"}]},
     {"name":"bill","attributes":[{"name":"text","required":true,"title":true},
       {"name":"amount","kind":"decimal","scale":2,"currency":"EUR"},
       {"name":"isPaid","label":"Paid","kind":"boolean","required":true,"default":false}],
      "relationships":[{"name":"client","to":"client","required":true,"onDelete":"cascade","inverse":"bills"}]}],
     "tabs":[{"title":"Clients","screen":{"list":{"entity":"client","title":["name"],
       "documents":[{"name":"reminder","title":"Reminder","sender":["Office"],
         "opening":"Dear {name}, these bills are open:",
         "table":{"of":"bills","columns":["text","amount"],"where":{"formula":"not(isPaid)"}}}]}}},
      {"title":"Bills","screen":{"list":{"entity":"bill","title":["text"],"sort":["text"]}}}]}
    """

  @Test("has a row for each that matches, and the sum of the amounts")
  func rows() async throws {
    try await DesignedSite.test(Self.json) { site in
      for name in ["Anna", "Berta"] { try await site.add("clients", #"{"name":"\#(name)"}"#) }
      for (text, amount, isPaid, client) in [
        ("Roof", "12.50", false, 1), ("Wall", "7.25", false, 1), ("Door", "100", true, 1), ("Gate", "3", false, 2),
      ] {
        try await site.add(
          "bills", #"{"text":"\#(text)","amount":\#(amount),"isPaid":\#(isPaid),"client":\#(client)}"#)
      }
      let page = try await site.page("/office/clients/1/reminder")
      #expect(page.contains("Dear Anna, these bills are open:"))
      for text in ["Roof", "Wall", "12.50", "7.25", "19.75"] { #expect(page.contains(text), "\(text)") }
      for text in ["Door", "Gate"] { #expect(!page.contains(text), "\(text)") }
    }
  }

  @Test("loses a column that is gone, and the table with its relationship")
  func gone() async throws {
    try await DesignedSite.test(Self.json) { site in
      var document = try await site.description()
      try document.removeField("amount", of: "bill")
      #expect(document.documents(of: "client").first?.table?.columns == ["text"])
      try document.removeField("bills", of: "client")
      let left = document.documents(of: "client").first
      #expect(left != nil && left?.table == nil)
    }
  }
}
