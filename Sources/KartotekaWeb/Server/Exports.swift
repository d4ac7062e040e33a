// What a program with a server of its own names.
@_exported import struct KartotekaHTTP.Administrator
@_exported import struct KartotekaHTTP.Branding
@_exported import enum KartotekaHTTP.OpeningError
@_exported import struct KartotekaHTTP.RunningApp
@_exported import struct KartotekaHTTP.UnavailableApp
