// NetworkClient
