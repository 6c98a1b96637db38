public import Foundation

/// What a `MainNetworkClient` adds to its requests, and how it reads their outcomes.
public struct NetworkClientConfiguration: Sendable {
    /// When `headers` are added to a request.
    public typealias HeaderPolicy = HTTPClient.Configuration.FieldPolicy

    /// Fields for requests; by default `Content-Type` and `Accept` say JSON.
    public var headers: [String: String]
    /// When to add them: by default all of them to a request that has no field, else none.
    public var headerPolicy: HeaderPolicy
    /// The longest pause in an exchange, in seconds; `nil` leaves the limit of each request, and
    /// `.infinity` means none.
    public var timeout: TimeInterval?
    /// The table that says which `APIError` an outcome becomes.
    public var errorMapping: ErrorMapping
    /// Where the client keeps to the letter of the document it follows.
    public var seedCompatibility: SeedCompatibility
    /// What builds requests; by default they build themselves.
    public var requestCreator: any URLRequestCreator
    /// What decides which responses are errors; `nil` leaves it to `errorMapping`.
    public var errorHandler: (any ErrorHandlerProtocol)?
    /// What parses content; by default the request does.
    public var dataParser: any DataParser
    /// The core's configuration: middlewares such as a `RetryPolicy`, monitors, limits, cookies.
    ///
    /// Its fields and their policy give way to `headers` and `headerPolicy`.
    public var core = HTTPClient.Configuration()

    /// Where cookies are kept and taken from; `nil`, the default, sends and keeps none.
    ///
    /// A request with `httpShouldHandleCookies` off goes without it.
    public var cookieJar: CookieJar? {
        get { core.cookieJar }
        set { core.cookieJar = newValue }
    }

    /// Where responses are kept and taken from; `nil`, the default, asks the server each time.
    ///
    /// The `cachePolicy` of a request says how it is used.
    public var cache: ResponseCache? {
        get { core.cache }
        set { core.cache = newValue }
    }

    /// Creates a configuration.
    public init(
        headers: [String: String] = Self.jsonHeaders,
        headerPolicy: HeaderPolicy = .onlyWhenEmpty,
        timeout: TimeInterval? = nil,
        errorMapping: ErrorMapping = .standard,
        seedCompatibility: SeedCompatibility = [],
        requestCreator: any URLRequestCreator = StandardRequestCreator(),
        errorHandler: (any ErrorHandlerProtocol)? = nil,
        dataParser: any DataParser = StandardDataParser()
    ) {
        self.headers = headers
        self.headerPolicy = headerPolicy
        self.timeout = timeout
        self.errorMapping = errorMapping
        self.seedCompatibility = seedCompatibility
        self.requestCreator = requestCreator
        self.errorHandler = errorHandler
        self.dataParser = dataParser
    }

    /// `Content-Type` and `Accept` of `application/json`.
    public static let jsonHeaders = [
        "Accept": "application/json", "Content-Type": "application/json",
    ]
}

extension HTTPClient.Configuration.FieldPolicy {
    /// Another spelling of `addMissing`.
    public static var mergeMissing: Self { .addMissing }
}

/// Behaviour of the document that the library repairs, and that a program may ask to have back.
public struct SeedCompatibility: OptionSet, Sendable {
    /// One bit for each behaviour.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `async` `DELETE` parses even empty content, unless the status is 204.
    ///
    /// Without it, `DELETE` with empty content gives `nil`.
    public static let parsesEmptyDelete = SeedCompatibility(rawValue: 1)
}
