import KartotekaModel

extension ExportShape {
  static let days: [ExportShape] = [
    ExportShape(
      "Garmin Connect", "garmin.csv",
      lines: [
        "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Avg Pace,Total Ascent,Steps,"
          + "Min Temp,Decompression",
        "Running,2026-01-05 07:11:12,false,\"Leeds Running\",\"10.02\",\"1,012\",\"00:52:10\",\"151\",\"172\",\"5:12\",\"1,"
          + "204\",\"9,876\",\"3.0\",\"No\"",
        "Cycling,2026-01-03 15:01:02,true,\"Leeds Road Cycling\",\"42.50\",\"890\",\"01:45:00.5\",\"--\",\"--\",\"2:28\","
          + "\"--\",\"--\",\"0.0\",\"No\"",
        "Running,2026-01-01 09:00:00,false,\"Park\",\"5.00\",\"420\",\"00:27:03\",\"149\",\"165\",\"5:25\",\"12\",\"5,020\","
          + "\"-1.0\",\"No\"",
      ],
      [
        Field("Distance", .decimal, ["10.02", "42.50", "5.00"]),
        Field("Steps", .integer, ["9876", "", "5020"]),
        Field("Avg HR", .integer, ["151", "", "149"]),
        Field("Min Temp", .decimal, ["3.0", "0.0", "-1.0"]),
        Field("Time", .text, ["00:52:10", "01:45:00.5", "00:27:03"]),
      ]),
    ExportShape(
      "Runkeeper", "runkeeper.csv",
      lines: [
        "Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),"
          + "Calories Burned,Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File",
        "5b1f7a3e-0c1d-4f5a-9b7e-000000000001,2026-01-05 07:11:12,Running,,10.02,52:10,5:12,11.52,812.0,104,"
          + "151,\"\",,2026-01-05-0711.gpx",
        "5b1f7a3e-0c1d-4f5a-9b7e-000000000002,2026-01-03 15:01:02,Cycling,Canal,42.50,1:45:00,2:28,24.29,"
          + "890.0,35,,\"\",,2026-01-03-1501.gpx",
      ],
      [
        Field("Date", .timestamp, ["2026-01-05T07:11:12.000Z", "2026-01-03T15:01:02.000Z"]),
        Field("Distance (km)", .decimal, ["10.02", "42.50"]),
        Field("Duration", .text, ["52:10", "1:45:00"]),
      ]),
    ExportShape(
      "Todoist", "todoist.csv",
      lines: [
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE",
        "section,Kitchen,,,,,,,,",
        "task,Buy tea @shop,green,4,1,Ann (123),,every day,en,Europe/London",
        "task,Clean oven,,1,1,Ann (123),,5 Jan 2026,en,Europe/London",
        ",,,,,,,,,",
        "section,Garden,,,,,,,,",
        "task,Plant oak,,2,1,Ann (123),Bob (77),,en,Europe/London",
      ],
      [
        Field("CONTENT", .text, ["Kitchen", "Buy tea @shop", "Clean oven", "Garden", "Plant oak"]),
        Field("PRIORITY", .integer, ["", "4", "1", "", "2"]),
      ]),
    ExportShape(
      "Asana", "asana.csv",
      lines: [
        "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,"
          + "Start Date,Due Date,Tags,Notes,Projects,Parent task",
        "1209876543210001,2026-01-05,2026-01-09,2026-01-09,Buy tea,To do,Ann Brown,ann@x.example,,2026-01-12,"
          + ",\"green",
        "black\",Home,",
        "1209876543210002,2026-01-05,,2026-01-07,Plant oak,Doing,,,2026-01-06,2026-02-01,garden,,Home,Buy tea",
      ],
      [
        Field("Task ID", .text, ["1209876543210001", "1209876543210002"]),
        Field("Due Date", .date, ["2026-01-12", "2026-02-01"]),
        Field("Notes", .text, ["green\nblack", ""]),
      ]),
    ExportShape(
      "Outlook, calendar", "outlook-calendar.csv",
      lines: [
        "\"Subject\",\"Start Date\",\"Start Time\",\"End Date\",\"End Time\",\"All day event\",\"Reminder on/off\","
          + "\"Reminder Date\",\"Reminder Time\",\"Meeting Organizer\",\"Required Attendees\",\"Description\",\"Location\","
          + "\"Private\",\"Show time as\"",
        "\"Dentist\",\"1/5/2026\",\"9:30:00 AM\",\"1/5/2026\",\"10:00:00 AM\",\"False\",\"True\",\"1/5/2026\",\"9:15:00 AM\","
          + "\"Ann\",\"\",\"\",\"Leeds\",\"False\",\"2\"",
        "\"Holiday\",\"12/24/2026\",\"12:00:00 AM\",\"12/27/2026\",\"12:00:00 AM\",\"True\",\"False\",\"12/24/2026\","
          + "\"12:00:00 AM\",\"Ann\",\"Bob; Cid\",\"\",,\"False\",\"3\"",
      ],
      [
        Field("Subject", .text, ["Dentist", "Holiday"]),
        Field("Start Date", .date, ["2026-01-05", "2026-12-24"]),
        Field("Start Time", .text, ["9:30:00 AM", "12:00:00 AM"]),
        Field("All day event", .boolean, ["false", "true"]),
      ]),
    ExportShape(
      "Toggl Track", "toggl.csv",
      lines: [
        "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,"
          + "Duration,Tags,Amount (EUR)",
        "Ann,ann@x.example,Acme,Site,,Draft,Yes,2026-01-05,09:00:00,2026-01-05,10:30:00,01:30:00,design,"
          + "120.00",
        "Ann,ann@x.example,,,,Mail,No,2026-01-05,23:45:00,2026-01-06,00:15:00,00:30:00,,",
      ],
      [
        Field("Description", .text, ["Draft", "Mail"]),
        Field("Start date", .date, ["2026-01-05", "2026-01-05"]),
        Field("Amount (EUR)", .decimal, ["120.00", ""]),
      ]),
    ExportShape(
      "Google Calendar", "calendar.ics",
      lines: [
        "BEGIN:VCALENDAR\r",
        "VERSION:2.0\r",
        "PRODID:-//Google Inc//Google Calendar 70.9054//EN\r",
        "X-WR-CALNAME:Home\r",
        "X-WR-TIMEZONE:Europe/Warsaw\r",
        "BEGIN:VEVENT\r",
        "DTSTART:20260105T083000Z\r",
        "DTEND:20260105T090000Z\r",
        "DTSTAMP:20260101T000000Z\r",
        "UID:a1@google.com\r",
        "SUMMARY:Dentist\\, Leeds\r",
        "LOCATION:Leeds\r",
        "STATUS:CONFIRMED\r",
        "END:VEVENT\r",
        "BEGIN:VEVENT\r",
        "DTSTART;VALUE=DATE:20261224\r",
        "DTEND;VALUE=DATE:20261227\r",
        "UID:a2@google.com\r",
        "SUMMARY:Holiday\r",
        "RRULE:FREQ=YEARLY\r",
        "END:VEVENT\r",
        "END:VCALENDAR\r",
      ],
      [
        Field("Title", .text, ["Dentist, Leeds", "Holiday"]),
        Field("Start", .timestamp, ["2026-01-05T08:30:00.000Z", ""]),
        Field("UID", .text, ["a1@google.com", "a2@google.com"]),
      ]),
  ]
}
