// One import serves a program: the client core, the HTTP vocabulary, and on Linux the part of
// Foundation that holds `URLRequest` and `URLSession`.
@_exported public import ClientCore
@_exported public import HTTPModel

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
