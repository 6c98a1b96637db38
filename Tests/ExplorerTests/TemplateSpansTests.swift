import Explorer
import Screen
import Testing

@Suite struct TemplateSpansTests {
    private func drawing(_ text: String) -> String {
        TemplateSpans.spans(of: text) { $0 == "base" }.map { "\($0.role.letter)[\($0.text)]" }
            .joined()
    }

    @Test(arguments: [
        ("", ""), ("plain", ".[plain]"), ("{{base}}/x", "v[{{base}}].[/x]"),
        ("a{{ base }}b", ".[a]v[{{ base }}].[b]"), ("{{nope}}", "V[{{nope}}]"),
        (#"\{{base}}"#, #".[\{{base}}]"#), ("{{open", ".[{{open]"), ("{{a\n}}", ".[{{a\n}}]"),
        ("{{base}}{{base}}", "v[{{base}}]v[{{base}}]"),
    ])
    func variablesAreToldApart(_ text: String, _ wanted: String) {
        #expect(drawing(text) == wanted)
    }
}
