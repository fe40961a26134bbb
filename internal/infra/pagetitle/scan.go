package pagetitle

import (
	"html"
	"strings"
)

// tag is a start tag. In the elements whose content is text alone, text is
// that content, as it is written.
type tag struct {
	name  string // in small letters
	attrs [][2]string
	text  string
}

// attr returns an attribute's value, the first if there are several.
func (t tag) attr(name string) string {
	for _, a := range t.attrs {
		if a[0] == name {
			return html.UnescapeString(a[1])
		}
	}
	return ""
}

// titles returns the text of <title> and of og:title. It reads only
// the head: in the body, a <title> belongs to an SVG.
func titles(page string) (title, social string) {
	eachTag(page, func(t tag) bool {
		switch t.name {
		case "title":
			title = oneLine(html.UnescapeString(t.text))
		case "meta":
			// og:title is a property; pages that call it a name are meant too.
			if social == "" && (strings.EqualFold(t.attr("property"), "og:title") || strings.EqualFold(t.attr("name"), "og:title")) {
				social = oneLine(t.attr("content"))
			}
		case "body":
			return false
		}
		return title == ""
	})
	return title, social
}

// eachTag calls fn with the start tags of a page, in order, until it returns
// false. It reads any bytes at all, as browsers do.
func eachTag(page string, fn func(tag) bool) {
	lower := lowered(page)
	for at := 0; ; {
		open := strings.IndexByte(page[at:], '<')
		if open < 0 {
			return
		}
		at += open + 1
		switch rest := page[at:]; {
		case strings.HasPrefix(rest, "!--"):
			at = behind(page, at+1, "-->")
		case rest == "" || !isLetter(lower[at]):
			continue // a closing tag, a doctype, or a lonely "<"
		default:
			var t tag
			t, at = readTag(page, lower, at)
			if !fn(t) {
				return
			}
		}
	}
}

// readTag reads the tag whose name begins at a place, and returns where it
// ends.
func readTag(page, lower string, at int) (tag, int) {
	end := at
	for end < len(page) && !strings.ContainsRune(" \t\n\f\r/>", rune(page[end])) {
		end++
	}
	t := tag{name: lower[at:end]}
	t.attrs, end = readAttrs(page, lower, end)
	switch t.name {
	case "title", "script", "style", "textarea", "template", "xmp", "noembed", "iframe":
		begin := end
		if closing := strings.Index(lower[begin:], "</"+t.name); closing >= 0 {
			end = begin + closing
		} else {
			end = len(page)
		}
		t.text = page[begin:end]
	}
	return t, end
}

// readAttrs reads attributes up to the end of their tag.
func readAttrs(page, lower string, at int) (attrs [][2]string, end int) {
	for at < len(page) {
		switch c := page[at]; {
		case c == '>':
			return attrs, at + 1
		case strings.ContainsRune(" \t\n\f\r/", rune(c)):
			at++
			continue
		}
		begin := at
		at++ // even a "=" begins a name
		for at < len(page) && !strings.ContainsRune(" \t\n\f\r/>=", rune(page[at])) {
			at++
		}
		name := lower[begin:at]
		var value string
		value, at = readValue(page, at)
		attrs = append(attrs, [2]string{name, value})
	}
	return attrs, at
}

// readValue reads the value of an attribute, if it has one.
func readValue(page string, at int) (value string, end int) {
	for end = at; end < len(page) && strings.ContainsRune(" \t\n\f\r", rune(page[end])); {
		end++
	}
	if end == len(page) || page[end] != '=' {
		return "", at
	}
	for end++; end < len(page) && strings.ContainsRune(" \t\n\f\r", rune(page[end])); {
		end++
	}
	if end == len(page) {
		return "", end
	}
	if quote := page[end]; quote == '"' || quote == '\'' {
		begin := end + 1
		end = behind(page, begin, string(quote))
		return strings.TrimSuffix(page[begin:end], string(quote)), end
	}
	begin := end
	for end < len(page) && !strings.ContainsRune(" \t\n\f\r>", rune(page[end])) {
		end++
	}
	return page[begin:end], end
}

// behind returns where the next mark ends, or the page.
func behind(page string, at int, mark string) int {
	if i := strings.Index(page[at:], mark); i >= 0 {
		return at + i + len(mark)
	}
	return len(page)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }

// lowered folds the letters of ASCII alone, so that places stay the same.
func lowered(page string) string {
	raw := []byte(page)
	for i, c := range raw {
		if c >= 'A' && c <= 'Z' {
			raw[i] = c + ('a' - 'A')
		}
	}
	return string(raw)
}
