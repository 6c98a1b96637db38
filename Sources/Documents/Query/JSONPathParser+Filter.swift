// Conditions of filters, their comparisons, literals and functions.

extension JSONPathParser {
    /// Reads a condition: alternatives of conjunctions.
    mutating func condition() throws(JSONPathError) -> PathCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepestNesting else { throw error("nested too deeply") }
        var choices = [try conjunction()]
        while true {
            skipBlank()
            guard accept("||") else { break }
            choices.append(try conjunction())
        }
        return choices.count == 1 ? choices[0] : .either(choices)
    }

    private mutating func conjunction() throws(JSONPathError) -> PathCondition {
        var parts = [try basic()]
        while true {
            skipBlank()
            guard accept("&&") else { break }
            parts.append(try basic())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func basic() throws(JSONPathError) -> PathCondition {
        skipBlank()
        if accept("!") {
            skipBlank()
            if next == "(" { return .not(try parenthesized()) }
            let start = position
            let operand = try operand()
            return .not(try test(operand, at: start))
        }
        if next == "(" { return try parenthesized() }
        let start = position
        let left = try operand()
        let end = position
        skipBlank()
        guard let comparison = comparison() else {
            position = end
            return try test(left, at: start)
        }
        try checkComparable(left, at: start)
        skipBlank()
        let rightStart = position
        let right = try operand()
        try checkComparable(right, at: rightStart)
        return .compare(left, comparison, right)
    }

    private mutating func parenthesized() throws(JSONPathError) -> PathCondition {
        position += 1
        let inner = try condition()
        skipBlank()
        guard accept(")") else { throw error("expected ')', found \(found)") }
        return inner
    }

    private mutating func comparison() -> PathComparison? {
        let all: [PathComparison] = [
            .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater,
        ]
        for comparison in all where accept(comparison.rawValue) { return comparison }
        return nil
    }

    private func test(_ operand: PathOperand, at start: Int) throws(JSONPathError) -> PathCondition
    {
        switch operand {
        case .query(let query): return .exists(query)
        case .call(let call) where call.function.isLogical: return .holds(call)
        case .call(let call):
            throw JSONPathError(
                column: start + 1,
                detail: "\(call.function.rawValue)() gives a value; compare it with something"
            )
        case .literal:
            throw JSONPathError(column: start + 1, detail: "a literal must be compared")
        }
    }

    private func checkComparable(_ operand: PathOperand, at start: Int) throws(JSONPathError) {
        switch operand {
        case .query(let query) where !query.isSingular:
            throw JSONPathError(
                column: start + 1,
                detail: "a compared query must select at most one value"
            )
        case .call(let call) where call.function.isLogical:
            throw JSONPathError(
                column: start + 1,
                detail: "\(call.function.rawValue)() is true or false and cannot be compared"
            )
        default: return
        }
    }

    // MARK: Operands

    private mutating func operand() throws(JSONPathError) -> PathOperand {
        guard let scalar = next else { throw error("expected a value, found the end") }
        switch scalar {
        case "@", "$":
            position += 1
            return .query(PathQuery(isRelative: scalar == "@", segments: try segments()))
        case "'", "\"": return .literal(.string(try string()))
        case "-", "0"..."9": return .literal(.number(try number()))
        case "a"..."z": return try word()
        default: throw error("expected a value, found \(found)")
        }
    }

    private mutating func word() throws(JSONPathError) -> PathOperand {
        let start = position
        var name = ""
        while let scalar = next,
            scalar >= "a" && scalar <= "z" || scalar == "_" || Self.isDigit(scalar)
        {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        if next != "(" {
            switch name {
            case "true": return .literal(.bool(true))
            case "false": return .literal(.bool(false))
            case "null": return .literal(.null)
            default: break
            }
        }
        guard let function = PathCall.Function(rawValue: name) else {
            position = start
            throw error("unknown function '\(name)'; known: length, count, match, search, value")
        }
        guard accept("(") else { throw error("expected '(' after \(name), found \(found)") }
        return .call(try call(function, at: start))
    }

    private mutating func call(
        _ function: PathCall.Function,
        at start: Int
    ) throws(JSONPathError) -> PathCall {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepestNesting else { throw error("nested too deeply") }
        var arguments: [PathOperand] = []
        skipBlank()
        while next != ")" {
            if !arguments.isEmpty {
                guard accept(",") else { throw error("expected ',' or ')', found \(found)") }
                skipBlank()
            }
            let place = position
            let argument = try operand()
            try check(argument, of: function, at: place)
            arguments.append(argument)
            skipBlank()
        }
        position += 1
        guard arguments.count == function.argumentCount else {
            throw JSONPathError(
                column: start + 1,
                detail: "\(function.rawValue)() takes \(function.argumentCount) argument(s)"
            )
        }
        var call = PathCall(function: function, arguments: arguments)
        if function.isLogical, case .literal(.string(let pattern)) = arguments[1] {
            call.pattern = try? RegularExpression(pattern)
        }
        return call
    }

    private func check(
        _ argument: PathOperand,
        of function: PathCall.Function,
        at start: Int
    ) throws(JSONPathError) {
        if !function.takesNodes { return try checkComparable(argument, at: start) }
        guard case .query = argument else {
            throw JSONPathError(
                column: start + 1,
                detail: "\(function.rawValue)() takes a query"
            )
        }
    }

    private mutating func number() throws(JSONPathError) -> DecimalNumber {
        let start = position
        _ = accept("-")
        let whole = try digits()
        guard whole == 1 || scalars[position - whole] != "0" else {
            position -= whole
            throw error("a number has no leading zero")
        }
        if accept(".") { _ = try digits() }
        if accept("e") || accept("E") {
            if !accept("+") { _ = accept("-") }
            _ = try digits()
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<position])
        return DecimalNumber(text)
    }

    private mutating func digits() throws(JSONPathError) -> Int {
        let start = position
        while let scalar = next, Self.isDigit(scalar) { position += 1 }
        guard position > start else { throw error("expected a digit, found \(found)") }
        return position - start
    }
}
