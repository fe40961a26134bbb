package biopage_test

import (
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
)

func TestHandler_ShowsOnlyHarmlessCustomHTML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<h3>Hours</h3><ul><li>Mon <b>8–18</b></li></ul>`:             `<h3>Hours</h3><ul><li>Mon <b>8–18</b></li></ul>`,
		`<table><tr><td onclick="x()" style="x">1</td></tr></table>`:  `<table><tbody><tr><td>1</td></tr></tbody></table>`,
		`<a href="https://example.com/?a=1&b=2" target=_top>x</a>`:    `<a href="?go=blk_0000000000001.1" rel="nofollow">x</a>`,
		`<a href="javascript:alert(1)">x</a><a href="/account">y</a>`: `xy`,
		`<script>alert(1)</script><style>*{}</style><p>x`:             `<p>x</p>`,
		`<p><em>open <a href="https://example.com/">everything`:       `<p><em>open <a href="?go=blk_0000000000001.1" rel="nofollow">everything</a></em></p>`,
		`</div></section></main><p>x</p>`:                             `<p>x</p>`,
		`<form action="//evil.example"><input name=a>x</form>`:        `x`,
		`a < b & "c"`: `a &lt; b &amp; &#34;c&#34;`,
		`<iframe src="https://evil.example"></iframe><img src=x onerror=alert(1)><svg onload=alert(1)>`: ``,
	} {
		doc := document()
		doc.Blocks = []page.Block{{ID: blockID, Visible: true, Body: &page.HTML{HTML: text}}}
		w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(w.Body.String(), `<div class="o" dir="auto">`)
		got, _, _ := strings.Cut(rest, "</div>\n</section>")
		if found != (want != "") || found && got != want {
			t.Errorf("%s is shown as %q, want %q", text, got, want)
		}
	}
}
