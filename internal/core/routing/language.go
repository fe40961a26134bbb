package routing

import "strings"

// speaks reports whether the language range wanted matches the visitor's tag:
// equal, or equal up to a hyphen ("de" matches "de-AT", "pt-BR" not "pt").
func speaks(wanted, tag string) bool {
	if len(tag) < len(wanted) || !strings.EqualFold(tag[:len(wanted)], wanted) {
		return false
	}
	return len(tag) == len(wanted) || tag[len(wanted)] == '-'
}
