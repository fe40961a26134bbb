package transfer

import (
	"slices"
	"strings"
	"unicode"
)

// Field is the meaning of a column: the name of a link's field in the API, which
// is also the header in exports.
type Field string

// Fields returns the fields of all columns.
func Fields() []Field {
	out := make([]Field, len(columns))
	for i, c := range columns {
		out[i] = c.field
	}
	return out
}

// Mapping maps fields to the columns of a file, counted from 0.
type Mapping map[Field]int

// foldHeader returns a header in lower case without spaces and punctuation.
func foldHeader(header string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, header)
}

// suggest returns the mapping for known headers. A column "link" is the
// destination if no other column is.
func suggest(headers []string) Mapping {
	at := make(map[string]int, len(headers))
	for i, h := range headers {
		if name := foldHeader(h); name != "" {
			if _, twice := at[name]; !twice {
				at[name] = i
			}
		}
	}
	m := Mapping{}
	for _, c := range columns {
		for _, header := range c.headers {
			if i, ok := at[header]; ok {
				m[c.field] = i
				break
			}
		}
	}
	if _, ok := m[URL]; !ok {
		if i, ok := at["link"]; ok {
			m[URL] = i
			delete(m, ShortURL)
		}
	}
	if i, ok := at["source"]; ok && m[ShortURL] == i { // only YOURLS, which also has "target", calls the short URL "source"
		if _, ok := at["target"]; !ok {
			delete(m, ShortURL)
		}
	}
	return m
}

// linnetExport is the name of the service of Linnet's own exports.
const linnetExport = "Linnet"

// serviceOf returns the name of the service whose exports have these headers, or
// "".
func serviceOf(headers []string) string {
	has := map[string]bool{}
	for _, h := range headers {
		has[foldHeader(h)] = true
	}
	for _, s := range []struct {
		name    string
		headers []string
	}{
		{linnetExport, []string{"shorturl", "url", "fallbackurl", "forwardquery"}},
		{"Bitly", []string{"longurl", "custombitlinks"}},
		{"Bitly", []string{"bitlink"}},
		{"Bitly", []string{"link", "longurl"}},
		{"Rebrandly", []string{"slashtag"}},
		{"YOURLS", []string{"source", "target", "hits"}},
		{"YOURLS", []string{"keyword", "url", "timestamp"}},
		{"Shlink", []string{"shortcode", "longurl"}},
		{"Kutt", []string{"address", "target"}},
		{"Dub", []string{"shortlink", "destinationurl"}},
		{"Short.io", []string{"originalurl", "path"}},
	} {
		if !slices.ContainsFunc(s.headers, func(h string) bool { return !has[h] }) {
			return s.name
		}
	}
	return ""
}
