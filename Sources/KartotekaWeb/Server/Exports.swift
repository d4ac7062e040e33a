// What a program with a server of its own names.
@_exported import struct HTTPTypes.HTTPFields
@_exported import struct HTTPTypes.HTTPResponse
@_exported import struct HummingbirdCore.Request
@_exported import struct HummingbirdCore.Response
@_exported import struct KartotekaHTTP.Administrator
@_exported import struct KartotekaHTTP.Branding
@_exported import enum KartotekaHTTP.OpeningError
@_exported import struct KartotekaHTTP.RunningApp
@_exported import struct KartotekaHTTP.UnavailableApp
