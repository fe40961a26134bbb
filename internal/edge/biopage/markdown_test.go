package biopage

import (
	"regexp"
	"strings"
	"testing"
)

// same leaves addresses unchanged.
func same(address string) string { return address }

func TestMarkdown_RendersItsSubset(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                         "<p>plain</p>",
		"a\nb\n\nc":                     "<p>a<br>b</p><p>c</p>",
		"**bold** and *it*":             "<p><strong>bold</strong> and <em>it</em></p>",
		"**a *b* c**":                   "<p><strong>a <em>b</em> c</strong></p>",
		"2 * 3 * 4":                     "<p>2 <em> 3 </em> 4</p>",
		"**open":                        "<p>**open</p>",
		"[x](https://example.com/?a&b)": `<p><a href="https://example.com/?a&amp;b" rel="noopener nofollow ugc">x</a></p>`,
		"[x](javascript:alert)":         "<p>[x](javascript:alert)</p>",
		"[x](//example.com)":            "<p>[x](//example.com)</p>",
		"[a] (b) [x](https://a.b) [y](https://c.d)": `<p><a href="https://a.b" rel="noopener nofollow ugc">a] (b) [x</a> ` +
			`<a href="https://c.d" rel="noopener nofollow ugc">y</a></p>`,
		"[[a](https://a.b)](https://c.d)": `<p><a href="https://a.b" rel="noopener nofollow ugc">[a</a>](https://c.d)</p>`,
		"[ ](https://a.b) [x](":           "<p>[ ](https://a.b) [x](</p>",
		"*[x](https://a.b)* **[y](https://c.d)**": `<p><em><a href="https://a.b" rel="noopener nofollow ugc">x</a></em> ` +
			`<strong><a href="https://c.d" rel="noopener nofollow ugc">y</a></strong></p>`,
		"<b>&\"'":     "<p>&lt;b&gt;&amp;&#34;&#39;</p>",
		"`code` # no": "<p>`code` # no</p>",
		"":            "",
	} {
		if got := strings.ReplaceAll(string(markdown(text, same)), `<p dir="auto">`, "<p>"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A line of a megabyte took minutes when each "[" searched the rest of the line.
func TestMarkdown_TakesTimeInProportionToTheText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"[a](", "[", "](", "[a](b", "**", "*", "** ", "[a](https://a.b", "*[a](", "**[x](*"} {
		for _, end := range []string{"", "](x)"} {
			line := strings.Repeat(text, 1<<20/len(text)) + end
			if html := markdown(line, same); len(html) < len(line)/2 {
				t.Errorf("%s: %d bytes of %d", text, len(html), len(line))
			}
		}
	}
}

var allowedTag = regexp.MustCompile(`^</?(strong|em)>$|^<p dir="auto">$|^</p>$|^<br>$|^</a>$|^<a href="https?://[^"<>]*" rel="noopener nofollow ugc">$`)

// checkTags fails for a tag that markdown does not make.
func checkTags(t *testing.T, html string) {
	t.Helper()
	for rest := html; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			return
		}
		end := strings.IndexByte(rest[i:], '>')
		if end < 0 || !allowedTag.MatchString(rest[i:i+end+1]) {
			t.Fatalf("not allowed: %q in %q", rest[i:], html)
		}
		rest = rest[i+end+1:]
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"**a** [b](https://example.com/\"><script>)", "*[x](https://a.b/)*", "<img src=x onerror=alert(1)>", "[[a](https://a.b)](https://c.d)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { checkTags(t, string(markdown(text, same))) })
}
