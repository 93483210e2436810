func drawing() -> String { "" }
