// Documents
