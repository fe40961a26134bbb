package biopage

import (
	"html/template"
	"strings"

	"linnet/internal/core/page"
)

// maxInline bounds the nesting of inline Markdown.
const maxInline = 3

// markdown renders the subset of Markdown that texts may have: **bold**,
// *italic*, [links](https://example.com), line breaks and paragraphs. Everything
// else is text. Links open only web addresses.
func markdown(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph == "" {
			continue
		}
		b.WriteString("<p>")
		for i, line := range strings.Split(paragraph, "\n") {
			if i > 0 {
				b.WriteString("<br>")
			}
			inline(&b, line, maxInline)
		}
		b.WriteString("</p>")
	}
	return template.HTML(b.String()) //nolint:gosec // all text and addresses in it are escaped
}

// inline renders one line. Below depth 1 it writes text only.
func inline(b *strings.Builder, line string, depth int) {
	for line != "" {
		i := strings.IndexAny(line, "*[")
		if i < 0 || depth == 0 {
			break
		}
		b.WriteString(template.HTMLEscapeString(line[:i]))
		line = line[i:]
		rest, ok := span(b, line, depth)
		if !ok {
			b.WriteByte(line[0])
			rest = line[1:]
		}
		line = rest
	}
	b.WriteString(template.HTMLEscapeString(line))
}

// span renders the markup at the beginning of a line and returns the rest of the
// line, and false when there is none.
func span(b *strings.Builder, line string, depth int) (rest string, ok bool) {
	for _, mark := range []struct{ mark, tag string }{{"**", "strong"}, {"*", "em"}} {
		after, found := strings.CutPrefix(line, mark.mark)
		if !found {
			continue
		}
		text, rest, closed := strings.Cut(after, mark.mark)
		if !closed || strings.TrimSpace(text) == "" {
			return "", false
		}
		b.WriteString("<" + mark.tag + ">")
		inline(b, text, depth-1)
		b.WriteString("</" + mark.tag + ">")
		return rest, true
	}
	label, after, found := strings.Cut(strings.TrimPrefix(line, "["), "](")
	if !found || line[0] != '[' {
		return "", false
	}
	address, rest, closed := strings.Cut(after, ")")
	if !closed || strings.TrimSpace(label) == "" || page.CheckAddress(address) != nil {
		return "", false
	}
	b.WriteString(`<a href="` + template.HTMLEscapeString(address) + `" rel="noopener nofollow ugc">`)
	inline(b, label, 0)
	b.WriteString("</a>")
	return rest, true
}
