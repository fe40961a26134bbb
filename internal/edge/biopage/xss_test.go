package biopage_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"linnet/internal/base/clock"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/biopage"
)

//go:embed testdata/attacks.json
var attackFile []byte

// attacks returns texts that run a script in a page that does not escape them. A
// browser test renders pages with the same texts.
func attacks(t *testing.T) []string {
	t.Helper()
	var list []string
	if err := json.Unmarshal(attackFile, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// fill sets every text of a body, also in lists, to value.
func fill(v reflect.Value, value string) {
	switch v.Kind() {
	case reflect.Pointer:
		fill(v.Elem(), value)
	case reflect.String:
		v.SetString(value)
	case reflect.Slice:
		if v.Type() != reflect.TypeFor[[]page.Block]() {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0), value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type() != reflect.TypeFor[time.Time]() {
				fill(v.Field(i), value)
			}
		}
	}
}

// hostile returns a page whose every text is an attack. Blocks are not validated.
func hostile(attack string) page.Document {
	doc := page.Document{URL: "https://go.example.com/@ada", Page: page.Page{ID: pageID, PublishedRevision: 1, Content: page.Content{
		Title: attack, Description: attack, Theme: theme.Theme{Preset: attack, Colors: &theme.Colors{Background: attack, Text: attack}},
	}}}
	for _, body := range page.Bodies() {
		fill(reflect.ValueOf(body), attack)
		doc.Blocks = append(doc.Blocks, page.Block{ID: blockID, Visible: true, Body: body})
	}
	doc.Links = map[string]page.LinkFacts{attack: {ShortURL: "https://go.example.com/launch", Title: attack, URL: attack}}
	return doc
}

type fixed struct{ doc page.Document }

func (f fixed) Published(context.Context, string) (page.Published, error) {
	return page.NewPublished(f.doc), nil
}

func (fixed) Respond(context.Context, page.Public, page.Answer) error { return nil }

func TestHandler_RunsNoAttackInAnyField(t *testing.T) {
	t.Parallel()
	list := attacks(t)
	if len(list) < 300 {
		t.Fatalf("only %d attacks", len(list))
	}
	for _, attack := range list {
		doc := hostile(attack)
		h := biopage.New(biopage.Deps{Source: fixed{doc}, Clock: clock.NewManual(noon)})
		w, err := serve(h, "/@ada")
		if err != nil {
			t.Fatal(err)
		}
		for _, href := range exitHref.FindAllStringSubmatch(w.Body.String(), -1) {
			opened, err := serve(h, "/@ada"+href[1])
			if to := opened.Header().Get("Location"); err != nil || !hasSafeScheme(to) {
				t.Fatalf("%q opens %q, %v", attack, to, err)
			}
		}
		drafted, err := preview(t, doc)
		if err != nil {
			t.Fatal(err)
		}
		checkHTML(t, attack, w.Body.String())
		checkHTML(t, attack, string(drafted))
	}
}

// checkHTML fails for elements, attributes and addresses that the template does not
// make.
func checkHTML(t *testing.T, attack, text string) {
	t.Helper()
	elements := strings.Fields("html bdi head meta title link script style body main header section div h1 h2 h3 p a ul li span small b hr details summary " +
		"strong em br time svg path g rect defs form label input button " +
		"b i u s h4 ol dl dt dd blockquote pre code sub sup mark table caption thead tbody tr th td")
	attributes := strings.Fields("lang dir charset name content rel href property type class aria-hidden aria-label role datetime data-block xmlns width height " +
		"viewbox shape-rendering fill d method id value required maxlength autocomplete tabindex data-url")
	scripts := 0
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		if !slices.Contains(elements, token.Data) {
			t.Fatalf("%q makes the element <%s>", attack, token.Data)
		}
		for _, a := range token.Attr {
			if !slices.Contains(attributes, a.Key) {
				t.Fatalf("%q makes the attribute %s of <%s>", attack, a.Key, token.Data)
			}
			if (a.Key == "href" || a.Key == "data-url") && !hasSafeScheme(a.Val) {
				t.Fatalf("%q makes the address %q", attack, a.Val)
			}
		}
		if token.Data == "script" {
			scripts++
			if len(token.Attr) != 1 || token.Attr[0].Val != "application/ld+json" {
				t.Fatalf("%q makes a script: %v", attack, token.Attr)
			}
		}
	}
	if scripts != 1 {
		t.Fatalf("%q: %d script elements, want that of JSON-LD", attack, scripts)
	}
}

func hasSafeScheme(address string) bool {
	for _, prefix := range []string{"https://", "http://", "mailto:", "tel:", "#", "?vcard=", "?go="} {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}
