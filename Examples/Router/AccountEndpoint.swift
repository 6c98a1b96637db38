public import Foundation
public import NetworkClient

/// The resources of a bank's API, each with what a mock answers.
public enum AccountEndpoint: EndpointType {
    /// The accounts of the customer.
    case accounts
    /// The transfers of an account that match a text.
    case transfers(account: String, matching: String)
    /// A new transfer.
    case transfer(NewTransfer)

    /// The host of the API: that of the variable `BANK_API`, else one that does not exist.
    public var baseURL: URL {
        let text = ProcessInfo.processInfo.environment["BANK_API"] ?? "https://bank.example.test"
        return URL(string: text)?.appending(path: "v1") ?? URL(filePath: "/")
    }

    /// The path behind the base.
    public var path: String {
        switch self {
        case .accounts: "accounts"
        case .transfers(let account, _): "accounts/\(account)/transfers"
        case .transfer: "transfers"
        }
    }

    /// `GET` to read, `POST` to transfer.
    public var httpMethod: HTTPMethod {
        if case .transfer = self { .post } else { .get }
    }

    /// A query to search, JSON to transfer.
    public var task: HTTPTask {
        switch self {
        case .accounts: .requestPlain
        case .transfers(_, let text): .requestParameters(["matching": text], .urlQuery)
        case .transfer(let transfer): .requestJSONEncodable(transfer)
        }
    }

    /// The media types; that of the content is the endpoint's own to name.
    public var headers: HTTPHeaders {
        if case .transfer = self { return ["Content-Type": "application/json"] }
        return ["Accept": "application/json"]
    }

    /// What a router with mocks answers; for transfers there is nothing yet.
    public var mockResponse: MockResponseType? {
        switch self {
        case .accounts:
            .response(200, Data(#"[{"id": "a1", "balance": 1250}]"#.utf8))
        case .transfers: nil
        case .transfer: .response(201, Data(#"{"id": "t7"}"#.utf8))
        }
    }
}

/// A transfer to make.
public struct NewTransfer: Codable, Hashable, Sendable {
    /// The account that pays.
    public var from: String
    /// The amount, in cents.
    public var amount: Int

    /// Creates a transfer.
    public init(from: String, amount: Int) {
        self.from = from
        self.amount = amount
    }
}

/// An account.
public struct Account: Codable, Hashable, Sendable {
    /// The number.
    public let id: String
    /// What is on it, in cents.
    public let balance: Int
}
