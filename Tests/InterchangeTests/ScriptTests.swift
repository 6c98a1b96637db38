import Testing

@testable import Interchange

@Suite("Test scripts")
struct ScriptTests {
    @Test func statusChecksBecomeConditions() {
        let meaning = ScriptMeaning(
            """
            // smoke
            pm.test("ok", function () {
                pm.response.to.have.status(201);
                pm.expect(pm.response.code).to.be.oneOf([200, 201])
            });
            tests["old style"] = responseCode.code === 200;
            """
        )
        #expect(
            meaning.assertions == ["status == 201", "status in [200,201]", "status == 200"]
        )
    }

    @Test func valuesSetFromTheContentBecomeCaptures() {
        let meaning = ScriptMeaning(
            """
            const data = pm.response.json();
            pm.environment.set("token", data.access.token);
            pm.collectionVariables.set('id', pm.response.json().items[0].id)
            bru.setVar("x", res.body.y)
            """
        )
        #expect(
            meaning.captures == [
                "token = jsonpath $.access.token", "id = jsonpath $.items[0].id",
                "x = jsonpath $.y",
            ]
        )
    }

    @Test func whatStandsBelowAConditionIsLeftOut() {
        let meaning = ScriptMeaning(
            """
            var d = JSON.parse(responseBody);
            if (d.ok) { pm.environment.set("a", d.a); } else { pm.response.to.have.status(400) }
            pm.expect(d.name).to.eql("x y");
            """
        )
        #expect(meaning.captures.isEmpty)
        #expect(meaning.assertions == [#"jsonpath $.name == "x y""#])
    }
}
