// NetworkClientTestSupport
