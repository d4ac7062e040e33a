import KartotekaModel

extension ExportShape {
  static let shops: [ExportShape] = [
    ExportShape(
      "Shopify, orders", "shopify-orders.csv",
      lines: [
        "Name,Email,Financial Status,Paid at,Fulfillment Status,Accepts Marketing,Currency,Subtotal,Shipping,"
          + "Taxes,Total,Discount Code,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,"
          + "Lineitem requires shipping,Billing Name,Billing Zip,Billing Country,Notes,Id",
        "#1001,ann@x.example,paid,2026-01-05 10:11:12 +0100,fulfilled,yes,EUR,30.00,4.90,5.57,34.90,,"
          + "2026-01-05 10:10:00 +0100,2,Tea,10.00,TEA-1,true,Ann Brown,'01067,DE,,5501234567890",
        "#1001,ann@x.example,,,,,,,,,,,2026-01-05 10:10:00 +0100,1,Cup,10.00,CUP-2,true,,,,,",
        "#1002,bob@x.example,pending,,,no,EUR,10.00,4.90,2.38,14.90,NEW10,2026-01-06 11:00:00 +0100,1,Tea,"
          + "10.00,TEA-1,true,Bob Fox,'20095,DE,call,5501234567891",
      ],
      [
        Field("Name", .text, ["#1001", "#1001", "#1002"]),
        Field("Paid at", .timestamp, ["2026-01-05T09:11:12.000Z", "", ""]),
        Field("Total", .decimal, ["34.90", "", "14.90"]),
        Field("Billing Zip", .text, ["01067", "", "20095"]),
      ]),
    ExportShape(
      "Amazon, orders", "amazon-orders.csv",
      lines: [
        "\u{FEFF}\"Website\",\"Order ID\",\"Order Date\",\"Currency\",\"Unit Price\",\"Unit Price Tax\",\"Shipping Charge\","
          + "\"Total Owed\",\"Quantity\",\"Product Condition\",\"Order Status\",\"ASIN\",\"Product Name\",\"Gift Message\"",
        "\"Amazon.com\",\"112-1234567-1234567\",\"2026-01-05T10:11:12Z\",\"USD\",\"12.99\",\"1.07\",\"0\",\"14.06\",\"1\","
          + "\"New\",\"Closed\",\"B00ABCD123\",\"Tea, green\",\"Not Available\"",
        "\"Amazon.com\",\"112-1234567-7654321\",\"2026-01-03T23:59:59Z\",\"USD\",\"1,299.00\",\"107.17\",\"'-3.99'\",\"1,"
          + "406.17\",\"1\",\"New\",\"Closed\",\"0439023483\",\"The Hunger Games\",\"Not Available\"",
      ],
      [
        Field("Order ID", .text, ["112-1234567-1234567", "112-1234567-7654321"]),
        Field("Unit Price", .decimal, ["12.99", "1299.00"]),
        Field("ASIN", .text, ["B00ABCD123", "0439023483"]),
      ]),
  ]
}
