package routing

import (
	"strings"
	"unicode"
)

// TrimAlias returns a visited path without what mail and chat programs add to an
// address: at its end everything that no alias ends with, and dots; at its start
// white space and invisible characters. A plus at the end stays: it is that of a
// preview page.
func TrimAlias(path string) string {
	path = strings.TrimRightFunc(path, func(r rune) bool { return r != '+' && (r == '.' || !endsAlias(r)) })
	return strings.TrimLeftFunc(path, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf)
	})
}

// endsAlias reports whether some alias ends in r.
func endsAlias(r rune) bool {
	switch {
	case r == zeroWidthNonJoiner || !MayEnd(r):
		return false
	case r == variationRune || r == keycap || r == lastTag:
		return true
	}
	return AllowedAfter(0, r) || unicode.In(r, unicode.Mn, unicode.Mc)
}
