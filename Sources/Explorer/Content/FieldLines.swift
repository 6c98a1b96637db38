import HTTPModel
import Screen

/// Header fields as lines.
enum FieldLines {
    /// A field as `Name: value`, both as they were on the wire.
    static func line(_ field: HTTPField) -> StyledLine {
        StyledLine(
            [
                StyledSpan(field.name, .key), StyledSpan(": ", .punctuation),
                StyledSpan(field.value),
            ],
            copyText: field.value
        )
    }
}
