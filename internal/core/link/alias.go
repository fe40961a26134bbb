package link

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// RandomAlias is the number of characters of a random alias.
const RandomAlias = 7

// NormalAlias returns an alias in the form that is stored: NFC.
func NormalAlias(alias string) string { return norm.NFC.String(alias) }

// CheckAlias returns an Invalid fault if a normalized alias has an invalid form.
// It does not check whether the alias is reserved or taken.
func CheckAlias(alias string) error {
	length := utf8.RuneCountInString(alias)
	switch {
	case alias == "":
		return invalid("An alias has at least one character. Omit it for a random one.")
	case !utf8.ValidString(alias):
		return invalid("The alias is not valid UTF-8 text.")
	case length > routing.MaxAlias:
		return invalid(fmt.Sprintf("An alias has at most %d characters; this one has %d.", routing.MaxAlias, length))
	case strings.HasPrefix(alias, "/") || strings.HasSuffix(alias, "/"):
		return invalid("An alias cannot begin or end with a slash.")
	case strings.Contains(alias, "//"):
		return invalid("An alias cannot contain two slashes in a row.")
	}
	rest, wild := strings.CutSuffix(alias, wildcard)
	if wild && rest == "" {
		return invalid("A wildcard alias needs a path before “/*”, such as guide/*.")
	}
	for segment := range strings.SplitSeq(rest, "/") {
		if err := checkSegment(segment); err != nil {
			return err
		}
	}
	return nil
}

func checkSegment(segment string) error {
	if segment == "." || segment == ".." {
		return invalid("An alias cannot have a segment “.” or “..”, because browsers remove these.")
	}
	prev := rune(0)
	for _, r := range segment {
		if !routing.AllowedAfter(prev, r) {
			return invalid(fmt.Sprintf("Use only letters, digits, emoji and - _ . / in an alias. It cannot contain %s here.", nameRune(r)))
		}
		prev = r
	}
	if !routing.MayEnd(prev) {
		return invalid("The last emoji of the alias is incomplete. Enter it again.")
	}
	return nil
}

// nameRune returns a rune for a message, or its number if it is not printable.
func nameRune(r rune) string {
	switch {
	case r == ' ':
		return "a space"
	case r < ' ' || r == utf8.RuneError || !unicode.IsPrint(r):
		return fmt.Sprintf("the character U+%04X", r)
	}
	return "“" + string(r) + "”"
}

// wildcard is the suffix of an alias for all paths below it: "guide/*".
const wildcard = "/*"

func invalid(sentence string) error { return fault.New(fault.Invalid, sentence) }

// KeepAllowed returns an alias without the characters that CheckAlias rejects.
func KeepAllowed(alias string) string {
	var kept strings.Builder
	prev := rune(0)
	for _, r := range NormalAlias(strings.ToValidUTF8(alias, "")) {
		switch {
		case r == '/':
			if prev == 0 {
				continue
			}
			kept.WriteRune(r)
			prev = 0
		case routing.AllowedAfter(prev, r):
			kept.WriteRune(r)
			prev = r
		}
	}
	return strings.Trim(kept.String(), "/")
}
