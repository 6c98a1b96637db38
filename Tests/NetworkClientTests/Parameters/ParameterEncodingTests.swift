import Foundation
import FoundationNetworking
import NetworkClient
import TestSupport
import Testing

/// Parameters in queries, forms and JSON.
@Suite struct ParameterEncodingTests {
    private func request(
        _ method: String = "GET",
        _ text: String = "http://a.example.test/p"
    )
        throws -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: text)))
        request.httpMethod = method
        return request
    }

    // Rows: 2-11, 2-25
    @Test func parametersStandInTheOrderOfTheirNames() {
        let parameters: Parameters = [
            "b": 2, "a": "1", "c": ["y": 1, "x": ["deep": "z"]] as [String: any Sendable],
            "list": [1, 2], "on": true, "off": false, "half": 0.5,
        ]
        #expect(
            URLEncoding().query(parameters)
                == "a=1&b=2&c%5Bx%5D%5Bdeep%5D=z&c%5By%5D=1&half=0.5&list%5B%5D=1&list%5B%5D=2"
                + "&off=0&on=1"
        )
    }

    // Rows: 2-11, 2-25
    @Test func arraysAndBooleansHaveTheirStyles() {
        let encoding = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
        #expect(
            encoding.query(["list": ["a", "b"], "on": true, "off": false])
                == "list=a&list=b&off=false&on=true"
        )
        #expect(
            encoding.query(["o": ["list": [true]] as [String: any Sendable]])
                == "o%5Blist%5D=true"
        )
    }

    // Rows: 2-25
    @Test func everyValueReadsBackAsItWas() {
        let text = "a b&c=d+e/f?g#h%i[j]é"
        let query = URLEncoding().query(["k y&=": text])
        let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
        #expect(halves.map { PercentEncoding.decode($0) } == ["k y&=", text])
        #expect(query.allSatisfy { $0.isASCII && !" []#+".contains($0) })
    }

    // Rows: 2-11
    @Test func foundationsNumbersAreToldFromItsBooleans() {
        let parameters: Parameters = [
            "bool": NSNumber(value: true), "int": NSNumber(value: 1), "null": NSNull(),
            "nothing": Int?.none, "something": Int?.some(3),
            "when": Date(timeIntervalSince1970: 0),
        ]
        #expect(
            URLEncoding(boolEncoding: .literal).query(parameters)
                == "bool=true&int=1&something=3&when=1970-01-01T00:00:00Z"
        )
    }

    // Rows: 1-14, 2-8, 2-25
    @Test(arguments: ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"])
    func theMethodSaysWherePairsGo(_ method: String) throws {
        let result = try URLEncoding.default.encode(request(method), with: ["a": "1 2"])
        if ["GET", "HEAD", "DELETE"].contains(method) {
            #expect(result.url?.query == "a=1%202")
            #expect(result.httpBody == nil)
        } else {
            #expect(result.url?.query == nil)
            #expect(result.httpBody == Data("a=1+2".utf8))
            #expect(
                result.value(forHTTPHeaderField: "Content-Type")
                    == "application/x-www-form-urlencoded; charset=utf-8"
            )
        }
    }

    // Rows: 1-14, 2-25
    @Test func aQueryThatIsThereStays() throws {
        let given = try request("POST", "http://a.example.test/p?x=%41&y")
        let result = try URLEncoding.queryString.encode(given, with: ["a": 1])
        #expect(result.url?.absoluteString == "http://a.example.test/p?x=%41&y&a=1")
        let same = try URLEncoding.queryString.encode(given, with: [:])
        #expect(same.url == given.url)
        #expect(try URLEncoding.default.encode(given, with: nil) == given)
    }

    // Rows: 1-14, 2-9
    @Test func aMediaTypeThatIsGivenStays() throws {
        var given = try request("POST")
        given.setValue("text/x-own", forHTTPHeaderField: "content-type")
        for encoding in [URLEncoding.httpBody, JSONEncoding.default] {
            let result = try encoding.encode(given, with: ["a": 1])
            #expect(result.value(forHTTPHeaderField: "Content-Type") == "text/x-own")
        }
    }

    // Rows: 1-14
    @Test func parametersBecomeAJSONObject() throws {
        let parameters: Parameters = ["b": [1, 2], "a": true, "c": NSNull()]
        let result = try JSONEncoding.default.encode(request("POST"), with: parameters)
        #expect(result.httpBody == Data(#"{"a":true,"b":[1,2],"c":null}"#.utf8))
        #expect(result.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    // Rows: 2-24, 2-25
    @Test func whatCannotBeEncodedSaysWhy() throws {
        let noJSON = #expect(throws: NetworkError.self) {
            try JSONEncoding.default.encode(request("POST"), with: ["a": Double.infinity])
        }
        guard case .encodingFailed(.jsonSerialization) = noJSON else {
            Issue.record("\(String(describing: noJSON))")
            return
        }
        var nowhere = try request()
        nowhere.url = nil
        for encoding in [URLEncoding.default, JSONEncoding.default] {
            let error = #expect(throws: NetworkError.self) {
                try encoding.encode(nowhere, with: ["a": 1])
            }
            guard case .encodingFailed(.missingURL) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test func parametersBecomeAForm() throws {
        let result = try ParameterEncoding.multipartFormData.encode(
            request("POST"),
            with: ["b": [1, 2], "a": "x"]
        )
        let type = try #require(result.value(forHTTPHeaderField: "Content-Type"))
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        let text = String(decoding: try #require(result.httpBody), as: UTF8.self)
        let names = text.components(separatedBy: "name=\"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        #expect(names == ["a", "b", "b"])
    }

    @Test func filesAndOctetsOfParametersArePartsOfAForm() throws {
        let folder = try TemporaryFolder()
        try folder.write("notes.txt", "from disk")
        let gif = Data(Array("GIF89a".utf8) + [3, 0, 2, 0])
        let disk = FormFile(url: URL(filePath: folder.file("notes.txt")))
        let parameters: Parameters = [
            "a": FormFile(data: Data("one".utf8), fileName: "1.txt"), "b": disk,
            "c": [Data("raw".utf8)], "d": try #require(ImageResource(data: gif)),
            "e": FormFile?.none,
        ]
        let result = try ParameterEncoding.multipartFormData.encode(
            request("POST"),
            with: parameters
        )
        let text = String(decoding: try #require(result.httpBody), as: UTF8.self)
        let parts = text.components(separatedBy: "; name=").dropFirst().map { part in
            part.components(separatedBy: "\r\n--")[0].replacingOccurrences(of: "\r\n", with: "|")
        }
        #expect(
            parts.prefix(3) == [
                #""a"; filename="1.txt"|Content-Type: text/plain||one"#,
                #""b"; filename="notes.txt"|Content-Type: text/plain||from disk"#,
                #""c"|Content-Type: application/octet-stream||raw"#,
            ]
        )
        #expect(parts.count == 4)
        #expect(
            parts.last?.hasPrefix(#""d"; filename="image.gif"|Content-Type: image/gif"#) == true
        )
        #expect(
            URLEncoding(arrayEncoding: .noBrackets).query(parameters)
                == "a=1.txt&b=notes.txt&c=cmF3&d=image.gif"
        )
    }

    @Test func aFileOfAFormThatIsNotThereIsAnErrorThatNamesIt() throws {
        let file = FormFile(url: URL(filePath: "/nowhere/at-all.txt"))
        let error = #expect(throws: NetworkError.self) {
            try ParameterEncoding.multipartFormData.encode(request("POST"), with: ["a": file])
        }
        guard case .encodingFailed(.underlying) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.errorDescription?.contains("/nowhere/at-all.txt") == true)
    }
}
