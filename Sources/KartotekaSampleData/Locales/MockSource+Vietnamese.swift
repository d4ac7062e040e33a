extension MockSource {
  /// Vietnam.
  static let vietnamese = MockSource(
    code: "vi-VN", country: "Vietnam", callingCode: "84", weight: 10,
    female: """
      Linh, Hương, Lan, Mai, Hoa, Thảo, Trang, Ngọc, Hà, Phương, Thu, Hằng, Yến, Nhung, Hạnh, Loan, Quỳnh,
      Vân, Trinh, Oanh, Thúy, Diệp, Chi, My, Như, Tuyết, Bích, Ánh, Kiều, Ngân
      """,
    male: """
      Anh, Tuấn, Hùng, Dũng, Minh, Nam, Long, Sơn, Hải, Thắng, Đức, Quang, Huy, Khoa, Phúc, Bình, Tâm, Thành,
      Trung, Cường, Hiếu, Khánh, Lâm, Việt, Phong, Tùng, Bảo, Kiên, Vinh, Đạt
      """,
    last: """
      Nguyễn, Trần, Lê, Phạm, Hoàng, Huỳnh, Phan, Vũ, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý, Đào, Đoàn, Vương,
      Trịnh, Đinh, Lâm, Phùng, Mai, Tô, Hà, Tạ, Châu, Quách, Cao, La, Thái, Lưu, Phó, Trương, Chu, Kiều,
      Nghiêm, Tăng, Thạch
      """,
    doubleFirst: (700, " "), familyFirst: true,
    streets: """
      Lê Lợi, Trần Hưng Đạo, Hai Bà Trưng, Nguyễn Huệ, Lý Thường Kiệt, Quang Trung, Hùng Vương,
      Phan Chu Trinh, Nguyễn Trãi, Lê Duẩn, Hoàng Hoa Thám, Trần Phú, Bà Triệu, Điện Biên Phủ, Ngô Quyền,
      Lý Tự Trọng, Phan Đình Phùng, Nguyễn Du, Đinh Tiên Hoàng, Cách Mạng Tháng Tám
      """,
    numbers: "{n}; {n}; {n}/{s}; {k}",
    address: "{number} {street}, {city} {code}",
    cities: """
      Hà Nội|Hà Nội|100##0|240#######|21.03|105.85
      Hà Nội|Hà Nội|110##0|240#######|21.01|105.82
      Thành phố Hồ Chí Minh|Thành phố Hồ Chí Minh|700##0|280#######|10.78|106.70
      Đà Nẵng|Đà Nẵng|550##0|2360######|16.05|108.20
      Hải Phòng|Hải Phòng|180##0|2250######|20.84|106.69
      Cần Thơ|Cần Thơ|900##0|2920######|10.05|105.75
      Huế|Thừa Thiên Huế|530##0|2340######|16.46|107.59
      Nha Trang|Khánh Hòa|650##0|2580######|12.24|109.19
      Đà Lạt|Lâm Đồng|670##0|2630######|11.94|108.44
      """,
    spare: "240#######",
    companies: "Công ty {last}; {trade} {city}; Công ty TNHH {last}; {trade} {last}",
    trades: "Dệt may, Cà phê, Nhà sách, Thủy sản, Nội thất, Trà, Gốm sứ, Điện tử")
}
