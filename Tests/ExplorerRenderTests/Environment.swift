import Glibc

/// What the environment asks of the tests.
enum Environment {
    /// Whether golden screens are written instead of compared.
    static var isRecording: Bool { getenv("RECORD_SCREENS") != nil }
}
