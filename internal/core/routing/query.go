package routing

import (
	"net/url"
	"slices"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/core/visitor"
)

// The parameters that Linnet itself adds to its short links. They identify the
// channel of a visit and are never forwarded; rules can match them.
const (
	MarkerQR  = "qr=1"    // scanned from a QR code; a saved one has MarkerOfCode instead
	MarkerBio = "lnt=bio" // followed from a bio page
)

// MarkerOfBlock returns the marker of a block of a bio page, which identifies the
// clicks on it: MarkerBio, and the digits of both ids.
func MarkerOfBlock(pageID, blockID string) string {
	_, page, _ := strings.Cut(pageID, "_")
	_, block, _ := strings.Cut(blockID, "_")
	return MarkerBio + "&" + blockKey + page + "." + block
}

// MarkerOfCode returns the marker of a saved QR code, which
// identifies its scans: the digits of its id.
func MarkerOfCode(id string) string {
	_, digits, _ := strings.Cut(id, "_")
	return markerKey + digits
}

// HandOnReferrer returns a path with the marker of a referrer, which a page that is served
// before a redirect adds to the address that it leads to. The marker replaces another one. path is
// unchanged for a referrer that does not parse.
func HandOnReferrer(path, referrer string) string {
	pair := referrerKey + url.QueryEscape(referrer)
	if !isReferrer(pair) {
		return path
	}
	path, query, _ := strings.Cut(path, "?")
	pairs := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool { return pair == "" || isReferrer(pair) })
	return path + "?" + strings.Join(append(pairs, pair), "&")
}

// HandedReferrer returns the referrer in the marker of HandOnReferrer in a query; "" without one.
func HandedReferrer(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if isReferrer(pair) {
			return unescape(pair[len(referrerKey):])
		}
	}
	return ""
}

// isReferrer reports whether a pair of a query hands on a referrer.
func isReferrer(pair string) bool {
	referrer, ok := strings.CutPrefix(pair, referrerKey)
	return ok && visitor.ParseReferrer(unescape(referrer)).Host() != ""
}

const (
	referrerKey  = "lnr="
	markerKey    = "qr="
	blockKey     = "lnb="
	markerDigits = 13
)

// isBlock reports whether a pair of a query identifies a block of a bio page.
func isBlock(pair string) bool {
	ids, ok := strings.CutPrefix(pair, blockKey)
	page, block, both := strings.Cut(ids, ".")
	return ok && both && isDigits(page) && isDigits(block)
}

// isScan reports whether a pair of a query is the marker of a QR code.
func isScan(pair string) bool {
	digits, ok := strings.CutPrefix(pair, markerKey)
	return pair == MarkerQR || ok && isDigits(digits)
}

// isDigits reports whether text has the form of the digits of an id.
func isDigits(digits string) bool {
	if len(digits) != markerDigits {
		return false
	}
	for i := range len(digits) {
		if strings.IndexByte(ident.IDDigits, digits[i]) < 0 {
			return false
		}
	}
	return true
}

// MergeQuery merges a visitor's query into a destination. The visitor's values
// replace those of the destination, and new keys are appended. All other pairs
// and the fragment are unchanged. Linnet's markers and empty pairs of the visitor
// are omitted.
func MergeQuery(destination, query string) string {
	query = withoutMarkers(query)
	if query == "" {
		return destination
	}
	head, fragment := cutBefore(destination, '#')
	path, own, hasQuery := strings.Cut(head, "?")
	if own != "" {
		query = mergePairs(own, query)
	} else if !hasQuery {
		path = head
	}
	return path + "?" + query + fragment
}

// mergePairs merges two queries that are both not empty. The visitor's pairs of
// one key replace the destination's first pair of that key.
func mergePairs(own, query string) string {
	pairs := strings.Split(query, "&")
	theirs := make(map[string][]string, len(pairs))
	for _, pair := range pairs {
		key := keyOf(pair)
		theirs[key] = append(theirs[key], pair)
	}
	placed := make(map[string]bool, len(theirs))
	var b strings.Builder
	b.Grow(len(own) + 1 + len(query))
	sep := ""
	put := func(pair string) {
		b.WriteString(sep)
		b.WriteString(pair)
		sep = "&"
	}
	for pair := range strings.SplitSeq(strings.TrimSuffix(own, "&"), "&") {
		key := keyOf(pair)
		values, known := theirs[key]
		switch {
		case !known:
			put(pair)
		case !placed[key]:
			placed[key] = true
			for _, v := range values {
				put(v)
			}
		}
	}
	for _, pair := range pairs {
		if !placed[keyOf(pair)] {
			put(pair)
		}
	}
	return b.String()
}

// withoutMarkers returns query without Linnet's markers and empty pairs, and
// query itself when it has none.
func withoutMarkers(query string) string {
	if query == "" || !hasStray(query) {
		return query
	}
	var b strings.Builder
	for pair := range strings.SplitSeq(query, "&") {
		if stray(pair) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(pair)
	}
	return b.String()
}

func hasStray(query string) bool {
	for pair := range strings.SplitSeq(query, "&") {
		if stray(pair) {
			return true
		}
	}
	return false
}

func stray(pair string) bool {
	return pair == "" || isScan(pair) || pair == MarkerBio || isBlock(pair) || isReferrer(pair)
}

func keyOf(pair string) string {
	key, _, _ := strings.Cut(pair, "=")
	return unescape(key)
}

// unescape decodes a part of a query; an invalid escape is unchanged.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s
	}
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// sameText reports whether the escaped part raw means want.
func sameText(raw, want string) bool { return raw == want || unescape(raw) == want }

// cutBefore splits s before the first mark; the mark stays with the tail.
func cutBefore(s string, mark byte) (head, tail string) {
	if i := strings.IndexByte(s, mark); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
