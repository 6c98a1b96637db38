/// System variables of other tools that Apus does not make values for.
enum OtherSystemVariable {
    /// Why there is no value, and what to do; `nil` for a name that no known tool has.
    static func explanation(of name: String) -> String? {
        let quoted = TextQuote.quoted(name)
        switch name {
        case "$aadToken", "$aadV2Token", "$oidcAccessToken":
            return
                "\(quoted) signs in as REST Client does, which Apus does not; get the token by a request "
                + "and # @capture, or by a program: {{$command …}}"
        case "$auth.token", "$auth.idToken":
            return
                "\(quoted) signs in as JetBrains' Security settings say, which Apus does not read; get the "
                + "token by a request and # @capture, or by a program: {{$command …}}"
        case "$input", "$password", "$pick", "$randomChoice":
            return "\(quoted) asks as another tool does; write # @prompt NAME TEXT and {{NAME}}"
        case "$index":
            return "\(quoted) counts in a loop of another tool; requests are not sent in loops here"
        case "$xpath": return "\(quoted) reads XML, which is not supported"
        case _ where name.hasPrefix("$fake.") || name.hasPrefix("$random"):
            return "\(quoted) is not made up here; there are "
                + DynamicVariable.names.filter { $0.hasPrefix("$random") }.joined(separator: ", ")
        case _ where name.hasPrefix("$global."):
            return
                "\(quoted) is set by a script of another tool, and scripts are not run; use # @capture"
        default: return nil
        }
    }
}
