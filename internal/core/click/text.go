package click

import (
	"encoding/hex"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/urlquery"
)

// clean returns valid UTF-8 without control characters and surrounding white
// space, which every store accepts.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, unicode.IsControl) >= 0 {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, s)
	}
	return strings.TrimSpace(s)
}

// Label returns text that people wrote, such as the name of a campaign, in the form in which
// it is counted: clean, composed (NFC), and without invisible characters. Texts that look
// alike are one. Characters that join emoji, or letters of scripts that need them, stay.
func Label(text string) string {
	text = clean(text)
	if isASCII(text) {
		return text
	}
	prev := rune(0)
	visible := strings.Map(func(r rune) rune {
		if !isVisible(prev, r) {
			return -1
		}
		prev = r
		return r
	}, norm.NFC.String(text))
	// Parts of a character may meet where an invisible one stood.
	return norm.NFC.String(strings.TrimFunc(visible, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Join_Control, r) }))
}

// isVisible reports whether r changes how a text looks after prev.
func isVisible(prev, r rune) bool {
	joins := unicode.In(prev, unicode.Lo, unicode.So, unicode.Sk, unicode.M) || isTag(prev)
	switch {
	case unicode.Is(unicode.Variation_Selector, r):
		return joins || unicode.In(prev, unicode.Nd, unicode.Sm, unicode.Po) // "1\ufe0f" and "↔\ufe0f" are emoji
	case unicode.Is(unicode.Join_Control, r), isTag(r):
		return joins
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return true
	}
	return !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

// isTag reports whether r is one of the characters that spell the flag of a region in emoji.
func isTag(r rune) bool { return r >= '\U000e0020' && r <= '\U000e007f' }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// clipQuery returns the query of a hit in at most limit bytes. Of a long one, the pairs that
// are counted come first, and with a long destination also its campaign parameters, which would
// be cut off.
func clipQuery(h *Hit, limit int) string {
	if len(h.Query) <= limit && len(h.URL) <= limit {
		return h.Query
	}
	pairs, rest := urlquery.Split(h.Query, countedKeys()...)
	if len(h.URL) > limit {
		theirs, _ := urlquery.Split(urlquery.Of(h.URL), utmKeys...)
		pairs = append(pairs, theirs...)
	}
	return clipTo(strings.Join(append(pairs, rest...), "&"), limit)
}

// countedKeys returns the keys of a visited URL's query that are counted.
func countedKeys() []string { return append([]string{keyQR, keyTrigger, keyBlock}, utmKeys...) }

// clipTo truncates s to limit bytes at the boundary of a character, which may be escaped.
func clipTo(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := limit
	for n > limit-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return withoutPartOfEscape(s[:n])
}

// withoutPartOfEscape returns s without an escape, or an escaped character of several bytes, of
// which the end is missing.
func withoutPartOfEscape(s string) string {
	if at := strings.LastIndexByte(s, '%'); at > len(s)-3 && at >= 0 {
		s = s[:at]
	}
	for n := 1; n < utf8.UTFMax && len(s) >= 3*n; n++ {
		escape := s[len(s)-3*n:][:3]
		b, err := hex.DecodeString(escape[1:])
		if escape[0] != '%' || err != nil || b[0] < utf8.RuneSelf {
			return s
		}
		if size := bits.LeadingZeros8(^b[0]); size > n { // the first byte states the number of bytes
			return s[:len(s)-3*n]
		} else if size > 1 {
			return s
		}
	}
	return s
}
