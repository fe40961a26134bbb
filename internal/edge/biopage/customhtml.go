package biopage

import (
	"fmt"
	"html/template"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"linnet/internal/base/budget"
	"linnet/internal/base/fault"
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

// Bounds of a block of custom HTML, once every element of it is closed.
const (
	maxCustomBytes    = 20_000 // as entered: 5,000 characters
	maxCustomElements = 5_000  // as countElements counts them
	maxCustomDepth    = 32
)

func errCustom() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("This HTML has too many elements, or nests them deeper than %d levels. "+
		"Close elements such as <b> where their text ends, or shorten it.", maxCustomDepth))
}

// customHTML returns the part of HTML that a page may have, with an end for every
// element, so that it does not change what follows. Links have what href returns for
// their address. It is Invalid for HTML that is too long, or has too many elements or
// too deep ones, and Unavailable after the time of the budget.
func customHTML(b *budget.Budget, text string, href func(address string) string) (template.HTML, error) {
	part := b.Part(budget.Limits{Input: maxCustomBytes, Nodes: maxCustomElements, Depth: maxCustomDepth}, errCustom())
	if err := part.Input(len(text)); err != nil {
		return "", err
	}
	clean := customPolicy().Sanitize(text)
	if err := countElements(part, clean); err != nil {
		return "", err
	}
	context := &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"}
	nodes, err := html.ParseFragment(strings.NewReader(clean), context)
	if err != nil { // it nests 512 elements
		return "", errCustom()
	}
	var out strings.Builder
	for _, n := range nodes {
		if err := checkDepth(part, n); err != nil {
			return "", err
		}
		replaceAddress(n, href)
		for inner := range n.Descendants() {
			replaceAddress(inner, href)
		}
		if err := html.Render(&out, n); err != nil {
			return "", fmt.Errorf("render custom HTML: %w", err)
		}
	}
	return template.HTML(strings.TrimSpace(out.String())), nil //nolint:gosec // only what the policy allows, rendered from a tree
}

// replaceAddress replaces the address to which an element links.
func replaceAddress(n *html.Node, href func(address string) string) {
	for i, a := range n.Attr {
		if a.Key == "href" {
			n.Attr[i].Val = href(a.Val)
		}
	}
}

// plainText returns the text of custom HTML without its elements.
func plainText(text string) template.HTML {
	return template.HTML(bluemonday.StrictPolicy().Sanitize(text)) //nolint:gosec // escaped, without elements
}

// Elements that a parser adds on its own account, at most.
const (
	perTag   = 3  // <td> alone in a table adds <tbody> and <tr>
	perCross = 40 // </b> that crosses other elements copies up to four in each of eight rounds
)

// countElements takes at least as many nodes as the parser makes elements of HTML, which may be
// many more than it has tags: a formatting element that is not closed where it was opened, as
// in <p><b>one<p>two, is repeated in whatever follows.
func countElements(b *budget.Budget, clean string) error {
	var open []string
	repeated := 0 // formatting elements that may be repeated
	z := html.NewTokenizer(strings.NewReader(clean))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return nil
		}
		name, _ := z.TagName()
		tag, cost := string(name), 1
		switch kind {
		case html.StartTagToken:
			cost = perTag
			open = append(open, tag)
			if isFormatting(tag) {
				repeated++
			}
		case html.EndTagToken:
			var crosses bool
			if open, crosses = closed(open, tag); isFormatting(tag) {
				if crosses {
					cost = perCross
				} else {
					repeated--
				}
			}
		}
		if err := b.Nodes(cost + repeated); err != nil {
			return err
		}
	}
}

// closed returns the open elements after an end tag, and reports whether others than the
// last one were open.
func closed(open []string, tag string) (left []string, crosses bool) {
	last := len(open) - 1
	for i := last; i >= 0; i-- {
		if open[i] == tag {
			return open[:i], i != last
		}
	}
	return open, true
}

// isFormatting reports whether a parser repeats an element of the policy that is not closed
// (HTML Standard, 13.2.4.3).
func isFormatting(tag string) bool {
	switch tag {
	case "a", "b", "code", "em", "i", "s", "small", "strong", "u":
		return true
	}
	return false
}

func checkDepth(b *budget.Budget, n *html.Node) error {
	if n.Type != html.ElementNode {
		return nil
	}
	if err := b.Enter(); err != nil {
		return err
	}
	defer b.Leave()
	for child := range n.ChildNodes() {
		if err := checkDepth(b, child); err != nil {
			return err
		}
	}
	return nil
}
