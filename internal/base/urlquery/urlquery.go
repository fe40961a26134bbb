// Package urlquery reads the parameters of a visited URL as the programs that people follow links
// with leave them: keys in any case, escaped, or behind what is left of a separator that was escaped
// for HTML.
package urlquery

import (
	"net/url"
	"slices"
	"strings"
)

// Of returns the query of a URL, without "?", as it is.
func Of(address string) string {
	address, _, _ = strings.Cut(address, "#")
	_, query, _ := strings.Cut(address, "?")
	return query
}

// Value returns the first value of a parameter in a query, without "?", that is not blank;
// "" without one. Keys match in any case, unescaped once, and behind "amp;". A value whose
// escapes are malformed is returned as it is.
func Value(query, key string) string {
	var value [1]string
	Values(query, value[:], key)
	return value[0]
}

// Values sets each of values that is empty to the Value of the key in its place.
func Values(query string, values []string, keys ...string) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		found, text, _ := strings.Cut(pair, "=")
		found = keyOf(found)
		for i, key := range keys {
			if values[i] == "" && strings.EqualFold(found, key) {
				values[i] = valueOf(text)
			}
		}
	}
}

// Split returns the pairs of a query that have one of some keys and a value, and those that
// have another key, both in their order.
func Split(query string, keys ...string) (wanted, rest []string) {
	for pair := range strings.SplitSeq(query, "&") {
		found, value, _ := strings.Cut(pair, "=")
		found = keyOf(found)
		switch {
		case !slices.ContainsFunc(keys, func(key string) bool { return strings.EqualFold(found, key) }):
			rest = append(rest, pair)
		case valueOf(value) != "":
			wanted = append(wanted, pair)
		}
	}
	return wanted, rest
}

// keyOf returns a key unescaped and without what is left of an escaped separator.
func keyOf(key string) string {
	key = unescape(key)
	const left = "amp;"
	for len(key) >= len(left) && strings.EqualFold(key[:len(left)], left) {
		key = key[len(left):]
	}
	return key
}

// valueOf returns a value unescaped; "" for a blank one.
func valueOf(value string) string {
	if value = unescape(value); strings.TrimSpace(value) == "" {
		return ""
	}
	return value
}

// unescape decodes a part of a query; an invalid escape is unchanged.
func unescape(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}
