package routing

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns text in the form in which aliases, names and searches are
// compared: case apart, composed alike. Every engine compares the folded text
// byte by byte, whatever it thinks of letters itself. Folding twice changes
// nothing.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	full := cases.Fold().String(norm.NFC.String(text)) // "ß" becomes "ss"
	return norm.NFC.String(strings.Map(oneCase, full))
}

// oneCase returns one and the same rune for all that differ in case only. Full
// folding alone swaps the two cases of Cherokee instead of making them one.
func oneCase(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return unicode.ToLower(least)
}
