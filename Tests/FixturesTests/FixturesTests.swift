// Fixtures
