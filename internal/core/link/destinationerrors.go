package link

import (
	"strings"
	"unicode"
)

// hasPortForScheme reports whether what looks like a scheme is a host with a
// port, as in "example.com:8080/page".
func hasPortForScheme(address string) bool {
	name, rest, _ := strings.Cut(address, ":")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	ends := digits == len(rest) || strings.ContainsRune("/?#", rune(rest[digits]))
	return digits > 0 && ends && (strings.Contains(name, ".") || strings.EqualFold(name, "localhost"))
}

// notWebSentence says what to write in place of an address without a scheme.
func notWebSentence(address string) string {
	const general = "This is not a URL. Enter one such as https://example.com/page."
	if strings.ContainsFunc(address, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) || len(address) > 200 {
		return general
	}
	host, after := strings.TrimPrefix(address, "//"), ""
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host, after = host[:end], host[end:]
	}
	if host == "" || !isHostText(host) {
		return general
	}
	if !strings.ContainsAny(host, ".:") {
		host += ".com"
	}
	if suggestion := "https://" + host + after; CheckURL(suggestion, nil) == nil {
		return "This is not a URL. Try " + suggestion
	}
	return general
}

// isHostText reports whether a text has only the characters of host names.
func isHostText(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-.:", r)
	})
}

// unknownSchemeSentence says what to write in place of a scheme that links
// cannot have.
func unknownSchemeSentence(address, scheme string) string {
	near := min(distance(scheme, "https"), distance(scheme, "http"))
	if near == 1 || near == 2 && scheme[0] == 'h' {
		return "This address begins with " + scheme + ":. Did you mean https://" + strings.TrimLeft(address[len(scheme)+1:], "/") + "?"
	}
	return "Links cannot lead to " + scheme + ": addresses. Use a URL that begins with https://."
}

// distance returns how many letters must be added, removed, replaced or swapped
// with their neighbour to make one word of another (optimal string alignment).
func distance(a, b string) int {
	var before, last []int
	for i := range len(a) + 1 {
		row := make([]int, len(b)+1)
		for j := range row {
			if i == 0 || j == 0 {
				row[j] = i + j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
