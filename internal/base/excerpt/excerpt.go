// Package excerpt shortens texts of other programs, such as errors of servers and
// addresses of requests, so that they can be stored and logged.
package excerpt

import (
	"strings"
	"unicode/utf8"
)

const ellipsis = "…"

// Of returns text as one line of at most maxBytes bytes, which must be 3 or more. It
// is valid UTF-8 without zero bytes, which PostgreSQL rejects: a question mark
// replaces them. A text that is cut ends with an ellipsis.
func Of(text string, maxBytes int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxBytes {
		return text
	}
	end := maxBytes - len(ellipsis)
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + ellipsis
}
