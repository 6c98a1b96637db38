import HTTPModel

/// Whether a jq program follows paths, as `path(…)`, `del(…)` and assignments do.
///
/// libjq cannot tear down a program that was left inside of a path expression, so it matters for programs
/// that are cancelled or whose values are limited. A program counts as one when it has an assignment or a word
/// that is not known to be harmless.
enum JQPaths {
    /// Builtin functions and keywords, none of which follows paths.
    private static let harmless = Set(
        """
        select map keys keys_unsorted values length utf8bytelength not has in inside contains empty error add any
        all range floor ceil round sqrt pow log log2 log10 exp exp2 exp10 fabs trunc tostring tonumber type
        infinite nan isinfinite isnan isnormal isvalid sort sort_by group_by min max min_by max_by unique
        unique_by reverse startswith endswith ltrimstr rtrimstr explode implode split join ascii_downcase
        ascii_upcase recurse env transpose tojson fromjson test match capture scan splits todate fromdate now
        first last nth until while repeat limit flatten to_entries from_entries with_entries index rindex indices
        objects arrays iterables booleans numbers strings nulls scalars combinations ascii if then elif else end
        and or as reduce foreach try catch label break null true false
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )

    static func mayBeFollowed(by program: String) -> Bool {
        var rest = Array(program.utf8)[...]
        var last: UInt8 = 0
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != 0x0A }
            case UInt8(ascii: "\""):
                guard let text = string(in: rest), !holdsProgram(text) else { return true }
                rest = rest[text.endIndex...]
            case UInt8(ascii: "="):
                let isComparison = "=!<>".utf8.contains(last) || rest.dropFirst().first == byte
                guard isComparison else { return true }
                // The second sign of `==` says nothing by itself.
                rest = rest.dropFirst(rest.dropFirst().first == byte ? 2 : 1)
            case _ where isWordByte(byte):
                let word = rest.prefix { isWordByte($0) }
                rest = rest[word.endIndex...]
                let isName = ".$@".utf8.contains(last) || (0x30...0x39).contains(byte)
                let isKey = rest.first { $0 != 0x20 } == UInt8(ascii: ":")
                guard isName || isKey || harmless.contains(String(decoding: word, as: UTF8.self))
                else { return true }
            default:
                rest = rest.dropFirst()
            }
            last = byte
        }
        return false
    }

    /// The string that `rest` begins with, quotes included; `nil` when it is not closed.
    private static func string(in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var place = rest.startIndex + 1
        while place < rest.endIndex {
            if rest[place] == UInt8(ascii: "\"") { return rest[...place] }
            place += rest[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Whether expressions stand in the string.
    private static func holdsProgram(_ text: ArraySlice<UInt8>) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "(") }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
