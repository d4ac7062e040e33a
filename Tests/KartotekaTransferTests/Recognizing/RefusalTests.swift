import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Files that are no tables")
struct FileRefusalTests {
  private func refused(_ text: String) -> ReadingError? { FileMaker.refusal(Array(text.utf8)) }

  @Test(
    "A text of a known form is refused by its name, whatever the file is called",
    arguments: [
      ("BEGIN TRANSACTION;\nCREATE TABLE a(id INTEGER PRIMARY KEY, n TEXT);\nINSERT INTO a VALUES(1,'x');\n", "SQL"),
      ("-- MySQL dump 10.13\n--\n\n/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE */;\nDROP TABLE IF EXISTS `a`;\n", "SQL"),
      ("--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n", "SQL"),
      ("INSERT INTO a (b, c) VALUES (1, 2), (3, 4);", "SQL"), ("insert or ignore into main.[a b] values (1);", "SQL"),
      ("UPDATE a SET b = 1 WHERE c = 2;\n", "SQL"), ("CREATE TABLE IF NOT EXISTS \"a\" (\n b TEXT\n);\n", "SQL"),
      ("SELECT a, b FROM c;\n", "SQL"), ("DELETE FROM a;\nDROP TABLE b;\n", "SQL"),
      ("PRAGMA foreign_keys=OFF;\n", "SQL"),
      ("USE shop;\nINSERT INTO a VALUES (1);\n", "SQL"), ("SET NAMES utf8;\n", "SQL"),
      ("<?xml version=\"1.0\"?>\n<catalog><book id=\"1\"/></catalog>", "XML: <catalog>"),
      ("<notes><note>a</note></notes>\n", "XML: <notes>"),
      ("<?xml version=\"1.0\"?><TrainingCenterDatabase></TrainingCenterDatabase>", "TCX"),
      (
        "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n<ss:Workbook></ss:Workbook>",
        "Excel 2003 (XML)"
      ),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "SVG"), ("{\\rtf1\\ansi a}", "RTF"),
      ("0 HEAD\n1 SOUR x\n0 @I1@ INDI\n", "GEDCOM"), ("@book{a,\n title = {B},\n}\n", "BibTeX"),
      ("!Type:Bank\nD1/1'26\n", "QIF"),
      ("#!/bin/sh\necho a, b\n", "script"), ("{\"type\":\"Topology\",\"objects\":{},\"arcs\":[]}", "TopoJSON"),
    ])
  func texts(text: String, format: String) {
    guard case .notRead(_, let found)? = refused(text) else {
      Issue.record("\(text.prefix(30)): \(refused(text).map { "\($0)" } ?? "is read")")
      return
    }
    #expect(found.name == format)
  }

  @Test("A page without a table, a letter and a program are refused as such")
  func noTables() {
    #expect(refused("<!DOCTYPE html><html><body><p>Hello</p></body></html>") == .noTables(file: "file"))
    let letter = """
      Dear Ann,

      thank you for the letter, which I have read with pleasure, and more than once. We are well, the garden is green,
      and the children have been at the sea for two weeks now.
      If you come in May, bring the book that you wrote about, please, and some of your tea.

      Yours, Bob
      """
    #expect(refused(letter) == .runningText(file: "file"))
    let program = "int main() {\n  int a = 1;\n  for (int i = 0; i < 3; i++) {\n    a += i;\n  }\n  return a;\n}\n"
    #expect(refused(program) == .runningText(file: "file"))
    #expect(refused("hello") == .runningText(file: "file"))
  }

  @Test(
    "Lists, tables with long texts, with titles above and with short rows are tables",
    arguments: [
      "Name\nAnn\nBob\n", "Name,City\n", "a;b\n1;2\n", "<TICKER>,<DATE>\nA,1\n", "Select,From\n1,2\n",
      "ID;Preis\n1;2\n",
      "Set\tNumber\nBlue\t1\n", "Set;Number\nBlue;1\n", "Use;Name;\na;b;\n", "Select;From\na;b\n",
      "Delete from,To\n1,2\n", "Replace or keep,Name\nreplace,a;b\nkeep,c\n", "Update notes,Set count\na;b,2\nc,3\n",
      "Select date, From city\n1;2,Rome\n1,Oslo\n", "Delete from,To\n1;,2\n3,4\n",
      "Create table,Drop view\na;b,1\nc,2\n",
      "ORCID,Name\n1,A\n",
      "Title,Review\nMomo,\"A long book about time, and about those who steal it from all of us.\"\n"
        + "Krabat,\"Dark, and good to read in winter evenings\"\n",
      "Statement of account of the year, all amounts in euro as always\n\n"
        + "Date,Text,Amount\n2026-01-01,Rent,1\n2026-01-02,Food,2\n",
      "Name,City,Phone,Mail,Note\nAnn\nBob,Rome\nCid,Oslo,1,2,3\n",
    ])
  func tables(text: String) { #expect(refused(text) == nil) }

  @Test(
    "A file of a known form of bytes is refused by its name",
    arguments: [
      (Array("PAR1\u{15}\u{4}".utf8) + [0, 1], "Parquet"),
      ([0, 1, 0, 0] + Array("Standard Jet DB\0".utf8), "Microsoft Access (.mdb)"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "7z"), (Array("SQLite format 3\0".utf8), "SQLite"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "Excel 97–2003 (.xls)"),
      ([0xD0, 0xCF, 0x11, 0xE0] + "WordDocument".utf16.flatMap { [UInt8($0 & 0xff), 0] }, "Word 97–2003 (.doc)"),
      ([UInt8](repeating: 0, count: 257) + Array("ustar".utf8), "tar"),
    ] as [([UInt8], String)])
  func bytes(bytes: [UInt8], format: String) {
    guard case .notRead(_, let found)? = FileMaker.refusal(bytes) else {
      Issue.record("\(format) is not refused by its name")
      return
    }
    #expect(found.name == format)
  }

  @Test("Documents in ZIP archives are refused by their names")
  func archives() {
    for (path, format) in [
      ("word/document.xml", "Word (.docx)"), ("Index/Document.iwa", "Apple iWork"),
      ("xl/workbook.bin", "Excel (.xlsb)"),
    ] {
      var zip = ZipMaker()
      zip.add(path, "x")
      guard case .notRead(_, let found)? = FileMaker.refusal(zip.bytes) else {
        Issue.record("\(path) is not refused")
        continue
      }
      #expect(found.name == format)
    }
  }

  @Test("Bytes that are no text are no table, also without NUL")
  func noText() {
    let bytes = (1...2_000).map { UInt8(truncatingIfNeeded: $0 * 7 % 255 + 1) }
    #expect(
      FileMaker.refusal(bytes) == .binary(file: "file")
        || FileMaker.refusal(bytes)?.key.contains("no text file") == true)
  }
}
