package pageimport

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
)

// saved is what a saved page contains.
type saved struct {
	data        string // of the script element __NEXT_DATA__
	title       string
	description string
	site        string // the host of the page; empty: unknown
	links       []entry
}

// fromHTML reads a saved page: the data that Linktree's pages contain, or the links of
// any other page.
func (b *builder) fromHTML(file []byte) error {
	s, err := parsePage(file)
	if err != nil {
		return err
	}
	if s.data != "" {
		attempt := &builder{result: &page.Export{}}
		if err := attempt.fromJSON([]byte(s.data)); err == nil && attempt.result.Source == page.FromLinktree {
			return b.fromJSON([]byte(s.data))
		}
	}
	r := b.result
	r.Source, r.Title, r.Description = page.FromHTML, s.title, s.description
	for _, e := range s.links {
		if host := hostOf(e.address); s.site != "" && (host == s.site || strings.HasSuffix(host, "."+s.site)) {
			b.skip(e, "The link leads to the page's own site.")
			continue
		}
		b.link(e)
	}
	return nil
}

func parsePage(file []byte) (*saved, error) {
	s := &saved{}
	z := html.NewTokenizer(bytes.NewReader(file))
	z.SetMaxBuf(page.MaxExportBytes)
	for {
		switch z.Next() {
		case html.ErrorToken: // also the end
			return s, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			if err := s.element(z); err != nil {
				return nil, err
			}
		}
	}
}

// element reads an element from its start tag.
func (s *saved) element(z *html.Tokenizer) error {
	t := z.Token()
	switch t.DataAtom {
	case atom.Script:
		if attribute(t, "id") == "__NEXT_DATA__" && z.Next() == html.TextToken {
			s.data = string(z.Text())
		}
	case atom.Title:
		if s.title == "" && z.Next() == html.TextToken {
			s.title = html.UnescapeString(string(z.Text()))
		}
	case atom.Meta:
		s.meta(t)
	case atom.Link:
		if attribute(t, "rel") == "canonical" {
			s.site = hostOf(attribute(t, "href"))
		}
	case atom.A:
		return s.anchor(z, attribute(t, "href"))
	}
	return nil
}

func (s *saved) meta(t html.Token) {
	content := attribute(t, "content")
	switch strings.ToLower(attribute(t, "property") + attribute(t, "name")) {
	case "og:title":
		s.title = content
	case "og:description", "description":
		s.description = content
	case "og:url":
		s.site = hostOf(content)
	}
}

// anchor reads a link with its text. A page may have the same address several times.
func (s *saved) anchor(z *html.Tokenizer, address string) error {
	label := anchorText(z)
	scheme, _, found := strings.Cut(address, ":")
	if !found || !slices.Contains([]string{"http", "https", "mailto", "tel"}, strings.ToLower(scheme)) {
		return nil
	}
	if slices.ContainsFunc(s.links, func(e entry) bool { return e.address == address }) {
		return nil
	}
	if len(s.links) == maxLinks {
		return fault.New(fault.Invalid, "The page has too many links. Choose the page with your links.").At("file")
	}
	s.links = append(s.links, entry{label, address})
	return nil
}

// maxLinks bounds the links of a saved page.
const maxLinks = 500

// anchorText returns the text up to the end of a link.
func anchorText(z *html.Tokenizer) string {
	var text strings.Builder
	for text.Len() < 4096 {
		switch z.Next() {
		case html.TextToken:
			text.WriteString(html.UnescapeString(string(z.Text())))
			text.WriteByte(' ')
		case html.ErrorToken:
			return text.String()
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "a" {
				return text.String()
			}
		}
	}
	return text.String()
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// plainText returns the text of an HTML fragment.
func plainText(fragment string) string { return convertHTML(fragment, false) }

// markdown returns an HTML fragment in the subset of Markdown that texts have.
func markdown(fragment string) string { return convertHTML(fragment, true) }

func convertHTML(fragment string, marked bool) string {
	var b strings.Builder
	var link string
	mark := func(sign string) {
		if marked {
			b.WriteString(sign)
		}
	}
	z := html.NewTokenizer(strings.NewReader(fragment))
	z.SetMaxBuf(page.MaxExportBytes)
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return strings.TrimSpace(b.String())
		}
		t := z.Token()
		switch {
		case kind == html.TextToken:
			b.WriteString(t.Data)
		case t.DataAtom == atom.Strong || t.DataAtom == atom.B:
			mark("**")
		case t.DataAtom == atom.Em || t.DataAtom == atom.I:
			mark("*")
		case t.DataAtom == atom.A && kind == html.StartTagToken:
			if link = attribute(t, "href"); isWeb(link) {
				mark("[")
			}
		case t.DataAtom == atom.A && kind == html.EndTagToken:
			if isWeb(link) {
				mark("](" + link + ")")
			}
			link = ""
		case breaksLine(t.DataAtom) && kind != html.StartTagToken, t.DataAtom == atom.Br:
			b.WriteByte('\n')
		}
	}
}

func isWeb(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func breaksLine(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Li, atom.H2, atom.H3, atom.H4, atom.Blockquote:
		return true
	default:
		return false
	}
}
