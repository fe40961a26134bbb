package link

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
)

// MaxAlias bounds an alias, in characters after NFC (spec: product §3).
const MaxAlias = 190

// RandomAlias is how many characters a drawn alias has (spec: product §3).
const RandomAlias = 7

// NormalAlias returns an alias in the form that is kept and shown: NFC.
func NormalAlias(alias string) string { return norm.NFC.String(alias) }

// FoldAlias returns the form that aliases are compared in. On a domain that
// ignores case, letters that differ in case only are one. Emoji with and
// without their colour selector are one everywhere: they look the same, and
// keyboards disagree on it.
func FoldAlias(alias string, caseSensitive bool) string {
	alias = strings.ReplaceAll(alias, string(emojiVariation), "")
	if caseSensitive {
		return norm.NFC.String(alias)
	}
	return Fold(alias)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

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
	case length > MaxAlias:
		return invalid(fmt.Sprintf("An alias has at most %d characters; this one has %d.", MaxAlias, length))
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

// Candidates returns the folded aliases that a folded path may mean, the
// closest first: the path itself, then wildcards from the longest on. A
// wildcard also stands for the bare path before it.
func Candidates(path string) []string {
	out := make([]string, 0, 4)
	if !strings.Contains(path, "*") { // typed by a visitor it names no alias
		out = append(out, path)
	}
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		out = append(out, path[:end]+wildcard)
	}
	return out
}

func invalid(sentence string) error { return fault.New(fault.Invalid, sentence) }
