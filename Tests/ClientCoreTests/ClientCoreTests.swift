// ClientCore
