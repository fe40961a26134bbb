package pagetitle

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// declaredWithin bounds the bytes that are searched for a <meta> encoding
// declaration (WHATWG: 1,024; browsers search further).
const declaredWithin = 4096

// decode converts a page to UTF-8. The encoding is that of the byte order mark,
// the response header, the <meta> declaration, or a guess from the bytes, in this
// order (WHATWG HTML, "determining the character encoding").
func decode(body []byte, header string) string {
	enc := marked(body)
	if enc == nil {
		enc = named(header)
	}
	if enc == nil {
		enc = named(declared(body[:min(len(body), declaredWithin)]))
	}
	if enc == nil {
		enc = guessed(body)
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		text = body
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// marked knows byte order marks.
func marked(body []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return unicode.UTF8BOM
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	}
	return nil
}

// named returns the encoding that a label stands for on the web, or nil.
func named(label string) encoding.Encoding {
	enc, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil {
		return nil
	}
	return enc
}

// declared returns the label in <meta charset> or in its older form. A page
// that could be read so far is not in UTF-16, whatever it says.
func declared(start []byte) string {
	label := ""
	eachTag(string(start), func(t tag) bool {
		switch {
		case t.name == "body":
			return false
		case t.name != "meta":
			return true
		}
		label = t.attr("charset")
		if label == "" && strings.EqualFold(t.attr("http-equiv"), "content-type") {
			_, after, _ := strings.Cut(strings.ToLower(t.attr("content")), "charset=")
			label, _, _ = strings.Cut(strings.Trim(after, ` "'`), ";")
		}
		return label == ""
	})
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(label)), "utf-16") {
		return "utf-8"
	}
	return label
}

// guessed returns UTF-8 if the bytes are valid, except for a truncated last rune,
// and otherwise the most common legacy encoding.
func guessed(body []byte) encoding.Encoding {
	whole := body
	for cut := 0; cut < utf8.UTFMax && len(whole) > 0; cut++ {
		if utf8.Valid(whole) {
			return unicode.UTF8
		}
		whole = whole[:len(whole)-1]
	}
	if len(body) == 0 {
		return unicode.UTF8
	}
	return charmap.Windows1252
}
