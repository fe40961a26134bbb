// Package visible finds characters that hide what a text says.
package visible

import (
	"strings"
	"unicode"
)

// Problem returns a sentence about a text that displays as something else than it is: one with
// characters that change the order of others, such as U+202E, by which "exe.png" displays
// as "gnp.exe", or one with invisible characters only. It returns "" for any other text. Marks
// of a direction, such as U+200F, are allowed: they are part of texts from right to left.
func Problem(text string) string {
	switch {
	case strings.ContainsFunc(text, reorders):
		return "Remove the invisible characters that change the direction of text."
	case !strings.ContainsFunc(text, isVisible) && strings.ContainsFunc(text, isInvisible):
		return "Enter a text with visible characters."
	}
	return ""
}

// reorders reports whether r embeds, overrides or isolates the direction of what follows
// (UAX #9).
func reorders(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }

func isVisible(r rune) bool { return !unicode.IsSpace(r) && !isInvisible(r) }

func isInvisible(r rune) bool {
	const brailleBlank = '\u2800'
	ignorable := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	return r == brailleBlank || ignorable && !unicode.IsSpace(r)
}
