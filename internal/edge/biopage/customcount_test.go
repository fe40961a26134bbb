package biopage

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"linnet/internal/base/budget"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
)

func budgeted(t testing.TB, limits budget.Limits) *budget.Budget {
	t.Helper()
	b, err := budget.NewPool(fair.New(1), limits, fault.New(fault.Invalid, "Too much.")).Begin(t.Context(), "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.End)
	return b
}

// elements returns the number of elements that the parser makes.
func elements(t *testing.T, text string) int {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"})
	if err != nil {
		return 0 // it nests too deep, which customHTML refuses
	}
	n := 0
	for _, root := range nodes {
		if root.Type == html.ElementNode {
			n++
		}
		for d := range root.Descendants() {
			if d.Type == html.ElementNode {
				n++
			}
		}
	}
	return n
}

// countElements must never take fewer nodes than there are elements, however their tags are
// mixed up.
func TestCountElements_IsAtLeastTheElementsOfTheParser(t *testing.T) {
	t.Parallel()
	tags := strings.Fields("p br hr h2 h3 h4 ul ol li dl dt dd blockquote pre code strong b em i u s small sub sup mark table caption thead tbody tr th td a")
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a fixed seed
	more := 0
	for range 10_000 {
		var text strings.Builder
		some := tags
		if random.IntN(2) == 0 { // a few tags meet more often
			some = []string{tags[random.IntN(len(tags))], tags[random.IntN(len(tags))], "b", "i", "p", "table", "td"}
		}
		starts := 0
		for range random.IntN(60) {
			tag := some[random.IntN(len(some))]
			switch random.IntN(5) {
			case 0, 1:
				text.WriteString("<" + tag + ">")
				starts++
			case 2, 3:
				text.WriteString("</" + tag + ">")
			default:
				text.WriteString("x")
			}
		}
		clean := customPolicy().Sanitize(text.String())
		n := elements(t, clean)
		if n > starts {
			more++
		}
		if n > 1 && countElements(budgeted(t, budget.Limits{Nodes: n - 1}), clean) == nil {
			t.Fatalf("%s has %d elements", clean, n)
		}
	}
	if more < 1000 {
		t.Errorf("only %d texts have more elements than tags", more)
	}
}

func TestCustomHTML_IsBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"a long list":            {"<ul>" + strings.Repeat("<li>one", 700) + "</ul>", true},
		"many breaks":            {strings.Repeat("a<br>", 1000), true},
		"many emphasized words":  {strings.Repeat("<p><b>word</b> <i>x</i></p>", 180), true},
		"a table":                {"<table>" + strings.Repeat("<tr><td>1<td>2", 300) + "</table>", true},
		"quotes":                 {strings.Repeat("<blockquote>", 32) + "x", true},
		"deep quotes":            {strings.Repeat("<blockquote>", 33) + "x", false},
		"very deep quotes":       {strings.Repeat("<blockquote>", 600) + "x", false},
		"unclosed elements":      {strings.Repeat("<b><i><u><s><em><strong><small><code>", 3) + strings.Repeat("<p>x", 1000), false},
		"crossing elements":      {strings.Repeat("<b><p>x</b>", 450), false},
		"more than a block has":  {strings.Repeat("<p>x", 5001), false},
		"unclosed and harmless":  {"<p><b>one<p>two", true},
		"stray ends of elements": {strings.Repeat("</p>", 1200), true},
	} {
		out, err := customHTML(budgeted(t, budget.Limits{}), c.text, same)
		if (err == nil) != c.ok || err != nil && (out != "" || !fault.Is(err, fault.Invalid)) {
			t.Errorf("%s: %d bytes, %v", name, len(out), err)
		}
		if len(out) > 20*len(c.text) || c.ok && out == "" {
			t.Errorf("%s: %d bytes of %d", name, len(out), len(c.text))
		}
	}
}
