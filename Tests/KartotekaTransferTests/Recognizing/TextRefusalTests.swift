import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Texts that are no tables")
struct TextRefusalTests {
  @Test(
    "A text with commas, a program, settings and a log are refused in words",
    arguments: [
      "# Widget\n\nA small library, made for people, by people.\n\n## Usage\n\n- Create a widget, then call it.\n- Delete it, if needed.\n",
      "Kartoteka\n=========\n\nShort lines\nOf a file\n\n* item one\n* item two\n",
      "import os\nimport sys\n\ndef main(args):\n    print(\"hello\", args)\n    for a, b in zip(args, args[1:]):\n        print(a, b)\n",
      "Hi Ann\n\nSee you tomorrow\n\nBob\n",
      "x <- c(1, 2, 3)\ny <- c(4, 5, 6)\nplot(x, y)\n", "a = {1, 2, 3}\nb = {4, 5, 6}\nc = {7, 8, 9}\n",
      "CC=gcc\nall: a.o b.o\n\tgcc -o all a.o b.o\n\nclean:\n\trm -f *.o\n",
      "name: Ann\nitems:\n  - a\n  - b, c\nsize: 3\n", "A=1\nB=two\nC=x,y\n",
      "The sea, the sky,\nthe wind, the rain,\nI come, I go,\nI come again.\n",
      "Liebe Anna,\n\ndanke für Deinen Brief, über den ich mich sehr gefreut habe.\nWir kommen im Mai, wenn alles klappt, zu Euch.\n\nBis bald,\nJürgen\n",
      "Meeting 5 January\nAnn, Bob, Cid\n\n- budget: 3,000\n- next: Friday\n",
      "Pancakes\n\n200 g flour\n2 eggs\n300 ml milk\nsalt, sugar\n\nMix all, fry in butter.\n",
      "1\n00:00:01,000 --> 00:00:04,000\nHello, my friend.\n\n2\n00:00:05,000 --> 00:00:07,500\nHow are you?\n",
      "2026-01-05 10:00:01,123 INFO server: started, port 80\n2026-01-05 10:00:02,456 WARN db: slow query, 3 s\n2026-01-05 10:00:02,789 ERROR db: failed\n",
      "2026-01-05T10:00:01.123Z INFO started\n2026-01-05T10:00:02.456Z WARN slow\n",
      "[05.01.26, 10:12:33] Ann: Hallo, wie geht's?\n[05.01.26, 10:13:01] Bob: Gut, danke!\n",
      "Jan  5 10:00:01 host sshd: accepted, port 22\nJan  5 10:00:02 host cron: run\n",
      "commit 1234567\nAuthor: Ann <ann@example.com>\nDate:   Mon Jan 5 10:00:00 2026 +0100\n\n    Fix a, b and c\n",
      "2026/01/05 * Lidl\n    Expenses:Food          EUR 23.41\n    Assets:Cash\n\n2026/01/06 Rent, January\n    Expenses:Rent        EUR 500.00\n    Assets:Bank\n",
      "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann Smith,,,:/home/ann:/bin/bash\n",
    ])
  func running(text: String) {
    #expect(FileMaker.refusal(Array(text.utf8)) == .runningText(file: "file"), "\(text.prefix(40))")
  }

  @Test(
    "Tables and lists that look like logs, sentences and paragraphs are read",
    arguments: [
      (
        "created_at,name,amount\n2026-01-05 10:00:00 UTC,Ann,5\n2026-01-06 11:00:00 UTC,Bob,6\n2026-01-07 12:00:00 UTC,Cid,7\n",
        3
      ),
      ("Start,Duration,Who\n2026-01-05 10:00,120 min,Ann\n2026-01-06 11:00,90 min,Bob\n", 3),
      ("Company\nAcme Inc.\nFoo Ltd.\nBar s.r.o.\n", 1), ("Name\n\nAnn\n\nBob\n\nCid\n\nDora\n", 1),
    ])
  func lists(text: String, columns: Int) async throws {
    #expect(try await GuessedFile(text).fields.count == columns)
  }

  @Test(
    "Messages, patches and settings are refused by their names",
    arguments: [
      ("From: Ann <ann@example.com>\nTo: Bob <bob@example.com>\nSubject: Hello\n\nHi Bob,\nsee you, soon.\n", "MIME"),
      ("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a, b\n", "patch"),
      ("[main]\nname=Ann\nsize=3,4\n\n[other]\npath=/tmp\n", "INI"),
      ("[[people]]\nname = \"Ann\"\n\n[[people]]\nname = \"Bob\"\n", "TOML"),
    ])
  func known(text: String, format: String) {
    guard case .notRead(_, let found)? = FileMaker.refusal(Array(text.utf8)) else {
      Issue.record("\(text.prefix(30)) is read")
      return
    }
    #expect(found.name == format)
  }

  @Test(
    "Tables and lists with blanks behind commas, short rows, titles and moments stay tables",
    arguments: [
      "Name, When, N\nA, 3/4/2026, 5\nB, 13/4/2026, 6\n", "Report\n2026\n\nName,Age\nAnn,3\nBob,4\n",
      "Name\nAnn\nBob\n\nCid\n", "Time,Name\n2026-01-05 10:00:01,Ann Smith\n2026-01-05 10:00:02,Bob\n",
      "2026-01-05 10:00;Ann\n2026-01-06 10:00;Bob\n", "Body\nDate,Weight,BMI\n01-01-2026,80,24\n01-02-2026,79,24\n",
      "From;Subject\nAnn;Hello\nBob;Hi\n", "[id],[name]\n1,Ann\n2,Bob\n", "https://a.example\nhttps://b.example\n",
      "Code;Note\nA;x = 1;\nB;y = 2;\n", "Company\nAcme Inc.\nBolt Ltd\nCity Bank\nDelta\n",
      "Name,Phone\n\"Smith, John\",1\n\"Doe, Jane\",2\n",
    ])
  func tables(text: String) {
    #expect(FileMaker.refusal(Array(text.utf8)) == nil, "\(text.prefix(40))")
  }
}
