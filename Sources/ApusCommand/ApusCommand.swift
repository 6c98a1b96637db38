// ApusCommand
