package biopage_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
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

// attacks returns texts that run a script in a page that does not escape them.
func attacks() []string {
	list := []string{
		`<script>alert(1)</script>`, `</script><script>alert(1)</script>`, `</style><script>alert(1)</script>`, `</title><script>alert(1)</script>`,
		`"><script>alert(1)</script>`, `'><script>alert(1)</script>`, `--><script>alert(1)</script>`, `<!--<script>alert(1)//-->`,
		`<scr<script>ipt>alert(1)</scr</script>ipt>`, `<SCRIPT SRC=//evil.example></SCRIPT>`, `<script/src=data:,alert(1)>`, `<script>alert(1)`,
		`javascript:alert(1)`, `JaVaScRiPt:alert(1)`, "java\tscript:alert(1)", "java\nscript:alert(1)", `javascript&colon;alert(1)`, `&#106;avascript:alert(1)`,
		`jav&#x0A;ascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
		`vbscript:msgbox(1)`, `//evil.example/x.js`, `\\evil.example`, `https://example.com/"onmouseover="alert(1)`, `https://example.com/'onclick='alert(1)`,
		`https://example.com/><script>alert(1)</script>`, `https://javascript:alert(1)@example.com`, `[x](javascript:alert(1))`, `[x](data:text/html,1)`,
		`[x](https://example.com/"onclick=alert(1))`, `[<img src=x onerror=alert(1)>](https://example.com)`, `**<svg onload=alert(1)>**`,
		`*<img src=x onerror=alert(1)>*`, `![x](javascript:alert(1))`, `[x]: javascript:alert(1)`, `<javascript:alert(1)>`,
		`{{.}}`, `{{constructor.constructor('alert(1)')()}}`, `${alert(1)}`, `<%= alert(1) %>`, `#{alert(1)}`, `\u003cscript\u003ealert(1)\u003c/script\u003e`,
		`\x3cscript\x3ealert(1)\x3c/script\x3e`, `+ADw-script+AD4-alert(1)+ADw-/script+AD4-`, "\u2028alert(1)", "\u2029alert(1)", "<\x00script>alert(1)</script>",
		`<base href=//evil.example>`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`, `<link rel=stylesheet href=//evil.example>`,
		`<style>@import'//evil.example'</style>`, `<div style="background:url(javascript:alert(1))">`, `<p style="x:expression(alert(1))">`,
		`<form action=javascript:alert(1)><input type=submit>`, `<button formaction=javascript:alert(1)>x</button>`, `<isindex action=javascript:alert(1)>`,
		`<object data=javascript:alert(1)>`, `<embed src=javascript:alert(1)>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<math><mi xlink:href=javascript:alert(1)>x`,
		`<svg><a xlink:href=javascript:alert(1)><text>x`, `<svg><script>alert(1)</script></svg>`, `<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<template><script>alert(1)</script></template>`, `<xmp><script>alert(1)</script></xmp>`,
		`<textarea></textarea><script>alert(1)</script>`, "`><script>alert(1)</script>", `]]><script>alert(1)</script>`, `*/alert(1)/*`, `';alert(1)//`, `";alert(1)//`,
		`\";alert(1)//`, `</a><a href=javascript:alert(1)>`, `"autofocus onfocus=alert(1) x="`, `' onmouseover=alert(1) x='`,
	}
	events := []string{
		"onload", "onerror", "onclick", "onmouseover", "onfocus", "onblur", "ontoggle", "onanimationstart", "onanimationend", "ontransitionend",
		"onpointerenter", "onpointerdown", "onwheel", "onscroll", "onbegin", "onend", "onhashchange", "onpageshow", "onresize", "ondrag", "onpaste",
		"onbeforetoggle", "onscrollend", "onloadstart",
	}
	for _, event := range events {
		for _, form := range []string{
			`<img src=x %s=alert(1)>`, `<svg/%s=alert(1)>`, `<body %s="alert(1)">`, `<details open %s=alert(1)>`, `<video><source %s='alert(1)'></video>`,
			`"><input autofocus %s=alert(1)>`, `'><x tabindex=1 %s=alert(1)>`, `" %s="alert(1)`, `' %s='alert(1)`, "<iframe %s=alert`1`>",
		} {
			list = append(list, fmt.Sprintf(form, event))
		}
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

func (f fixed) Published(context.Context, string) (page.Document, error) { return f.doc, nil }

func (fixed) Respond(context.Context, *page.Document, page.Answer) error { return nil }

func TestHandler_RunsNoAttackInAnyField(t *testing.T) {
	t.Parallel()
	list := attacks()
	if len(list) < 300 {
		t.Fatalf("only %d attacks", len(list))
	}
	for _, attack := range list {
		doc := hostile(attack)
		w := httptest.NewRecorder()
		if err := biopage.New(fixed{doc}, clock.NewManual(noon)).ServePage(w, httptest.NewRequest(http.MethodGet, "/@ada", nil), pageID, answerAtOnce); err != nil {
			t.Fatal(err)
		}
		preview, err := biopage.Renderer{}.Preview(doc, noon)
		if err != nil {
			t.Fatal(err)
		}
		checkHTML(t, attack, w.Body.String())
		checkHTML(t, attack, string(preview))
	}
}

// checkHTML fails for elements, attributes and addresses that the template does not
// make.
func checkHTML(t *testing.T, attack, text string) {
	t.Helper()
	elements := strings.Fields("html head meta title link script style body main header section div h1 h2 h3 p a ul li span small b hr details summary " +
		"strong em br time svg path g rect defs form label input button")
	attributes := strings.Fields("lang charset name content rel href property type class aria-hidden aria-label role datetime data-block xmlns width height " +
		"viewbox shape-rendering fill d method id value required maxlength autocomplete tabindex")
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
			if a.Key == "href" && !hasSafeScheme(a.Val) {
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
	for _, prefix := range []string{"https://", "http://", "mailto:", "tel:", "#", "?vcard="} {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}
