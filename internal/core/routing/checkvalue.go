package routing

// CheckValue returns why a visit cannot have the value in the field, as a
// sentence for people, and "" when it can.
func CheckValue(field Field, value string) string { return problemOf(field, value) }
