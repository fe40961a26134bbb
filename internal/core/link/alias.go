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

// RandomAlias is how many characters a drawn alias has (spec: product §3).
const RandomAlias = 7

// NormalAlias returns an alias in the form that is kept and shown: NFC.
func NormalAlias(alias string) string { return norm.NFC.String(alias) }

// CheckAlias returns nil when a normalised alias may be used on some domain,
// and else a fault whose sentence says what to change. Whether it is reserved
// or taken is another question.
func CheckAlias(alias string) error {
	length := utf8.RuneCountInString(alias)
	switch {
	case alias == "":
		return invalid("An alias has at least one character. Leave it out to get a random one.")
	case !utf8.ValidString(alias):
		return invalid("The alias is not valid UTF-8 text.")
	case length > routing.MaxAlias:
		return invalid(fmt.Sprintf("An alias has at most %d characters; this one has %d.", routing.MaxAlias, length))
	case strings.HasPrefix(alias, "/") || strings.HasSuffix(alias, "/"):
		return invalid("An alias neither begins nor ends with a slash.")
	case strings.Contains(alias, "//"):
		return invalid("An alias has no two slashes in a row.")
	}
	rest, wild := strings.CutSuffix(alias, wildcard)
	if wild && rest == "" {
		return invalid("An alias begins with a part of its own before the “*”, such as docs/*.")
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
		return invalid("An alias has no part that is only “.” or “..”: browsers take these away.")
	}
	prev := rune(0)
	for _, r := range segment {
		if !allowedAfter(prev, r) {
			return invalid(fmt.Sprintf("An alias has letters, digits, emoji and - _ . / only; %s cannot stand there.", nameRune(r)))
		}
		prev = r
	}
	if !mayEnd(prev) {
		return invalid("The last emoji of the alias is not complete. Type it again.")
	}
	return nil
}

// nameRune shows a rune in a sentence, by its number where it has no look.
func nameRune(r rune) string {
	switch {
	case r == ' ':
		return "a space"
	case r < ' ' || r == utf8.RuneError || !unicode.IsPrint(r):
		return fmt.Sprintf("the character U+%04X", r)
	}
	return "“" + string(r) + "”"
}

// wildcard ends an alias that stands for all paths below it: "docs/*".
const wildcard = "/*"

func invalid(sentence string) error { return fault.New(fault.Invalid, sentence) }
