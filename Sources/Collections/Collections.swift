// Collections
