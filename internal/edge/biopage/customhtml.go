package biopage

import (
	"html/template"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// customPolicy returns what remains of custom HTML: the structure of a text, and links
// to addresses that no script has.
//
//nolint:gochecknoglobals // immutable once it is made
var customPolicy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "code",
		"strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "mark", "table", "caption", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	return p
})

// customHTML returns the part of HTML that a page may have, with an end for every
// element, so that it does not change what follows.
func customHTML(text string) template.HTML {
	context := &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"}
	nodes, err := html.ParseFragment(strings.NewReader(customPolicy().Sanitize(text)), context)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, n := range nodes {
		if html.Render(&b, n) != nil {
			return ""
		}
	}
	return template.HTML(strings.TrimSpace(b.String())) //nolint:gosec // only what the policy allows, rendered from a tree
}
