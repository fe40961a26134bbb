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
// else is text. Links are only to web addresses, and have what href returns for them.
func markdown(text string, href func(address string) string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph == "" {
			continue
		}
		b.WriteString(`<p dir="auto">`)
		for i, line := range strings.Split(paragraph, "\n") {
			if i > 0 {
				b.WriteString("<br>")
			}
			inline(&b, line, href, maxInline)
		}
		b.WriteString("</p>")
	}
	return template.HTML(b.String()) //nolint:gosec // all text and addresses in it are escaped
}

// inline renders one line, in time in proportion to it. Below depth 1 it writes text only.
func inline(b *strings.Builder, line string, href func(string) string, depth int) {
	links := links{line: line, close: -1, paren: -1}
	at := 0
	for depth > 0 {
		i := strings.IndexAny(line[at:], "*[")
		if i < 0 {
			break
		}
		b.WriteString(template.HTMLEscapeString(line[at : at+i]))
		at += i
		next, ok := span(b, &links, href, at, depth)
		if !ok {
			b.WriteByte(line[at])
			next = at + 1
		}
		at = next
	}
	b.WriteString(template.HTMLEscapeString(line[at:]))
}

// span renders the markup at a position of a line and returns where the rest of the line
// begins, and false when there is no markup.
func span(b *strings.Builder, links *links, href func(string) string, at, depth int) (next int, ok bool) {
	line := links.line[at:]
	for _, mark := range []struct{ mark, tag string }{{"**", "strong"}, {"*", "em"}} {
		after, found := strings.CutPrefix(line, mark.mark)
		if !found {
			continue
		}
		text, rest, closed := strings.Cut(after, mark.mark)
		if !closed || strings.TrimSpace(text) == "" {
			return 0, false
		}
		b.WriteString("<" + mark.tag + ">")
		inline(b, text, href, depth-1)
		b.WriteString("</" + mark.tag + ">")
		return len(links.line) - len(rest), true
	}
	label, address, next, ok := links.at(at)
	if !ok {
		return 0, false
	}
	b.WriteString(`<a href="` + template.HTMLEscapeString(href(address)) + `" rel="noopener nofollow ugc">`)
	inline(b, label, href, 0)
	b.WriteString("</a>")
	return next, true
}

// links finds the links of a line, from its beginning to its end. Each part of the line is
// searched once: a "](" serves every "[" before it, and no address contains another one.
type links struct {
	line    string
	close   int // of the last "](" that was found
	paren   int // of the last ")" that was found
	address string
	valid   bool // there is an address between them
}

// at returns the label and the address of the link at a "[", and where the rest of the line
// begins.
func (l *links) at(open int) (label, address string, next int, ok bool) {
	if l.close <= open {
		l.close = after(l.line, "](", open+1)
		l.check()
	}
	if !l.valid {
		return "", "", 0, false
	}
	label = l.line[open+1 : l.close]
	return label, l.address, l.paren + 1, strings.TrimSpace(label) != ""
}

// check looks for the address that follows close.
func (l *links) check() {
	l.valid = false
	begin := min(l.close+len("]("), len(l.line))
	if l.paren < begin {
		l.paren = after(l.line, ")", begin)
	}
	if l.paren == len(l.line) {
		return
	}
	l.address = l.line[begin:l.paren]
	l.valid = !strings.Contains(l.address, "](") && page.CheckAddress(l.address) == nil
}

// after returns the position of a text in a line from a position on, or the length of the line.
func after(line, text string, from int) int {
	if i := strings.Index(line[from:], text); i >= 0 {
		return from + i
	}
	return len(line)
}
