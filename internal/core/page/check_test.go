package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
)

func TestCheckBody_AcceptsAValidBodyOfEachKind(t *testing.T) {
	t.Parallel()
	for _, b := range bodies() {
		if err := page.CheckBody(b); err != nil {
			t.Errorf("%s: %v", b.Kind(), err)
		}
	}
}

func long(n int) string { return strings.Repeat("é", n) }

func TestCheckBody_NamesEachInvalidField(t *testing.T) {
	t.Parallel()
	const web = "https://example.com/"
	galleries := make([]page.GalleryItem, 31)
	for i := range galleries {
		galleries[i].MediaID = mediaA
	}
	for name, c := range map[string]struct {
		body page.Body
		want []string
	}{
		"link without title and address": {&page.Link{}, []string{"title", "url"}},
		"link with a long title":         {&page.Link{LinkID: linkA, Title: long(201)}, []string{"title"}},
		"link that is not of the web":    {&page.Link{Title: "x", URL: "javascript:alert(1)"}, []string{"url"}},
		"mail address as link":           {&page.Link{Title: "x", URL: "mailto:ada@example.com"}, []string{"url"}},
		"heading without text":           {&page.Heading{Text: " "}, []string{"text"}},
		"heading of a wrong level":       {&page.Heading{Text: "x", Level: 1}, []string{"level"}},
		"heading of two lines":           {&page.Heading{Text: "a\nb"}, []string{"text"}},
		"long text":                      {&page.Text{Text: long(5001)}, []string{"text"}},
		"text with a control character":  {&page.Text{Text: "a\x00b"}, []string{"text"}},
		"text that reverses others":      {&page.Text{Text: "report\u202egnp.exe"}, []string{"text"}},
		"heading that is not visible":    {&page.Heading{Text: "\u200b\u2060"}, []string{"text"}},
		"image without image":            {&page.Image{URL: "x"}, []string{"mediaId", "url"}},
		"empty gallery":                  {&page.Gallery{}, []string{"items"}},
		"gallery of 31 images":           {&page.Gallery{Items: galleries}, []string{"items"}},
		"gallery without an image":       {&page.Gallery{Items: []page.GalleryItem{{MediaID: mediaA}, {}}}, []string{"items[1].mediaId"}},
		"video without address":          {&page.Video{}, []string{"url"}},
		"music of another scheme":        {&page.Music{URL: "ftp://example.com/"}, []string{"url"}},
		"empty row":                      {&page.Social{}, []string{"items"}},
		"unknown network": {
			&page.Social{Items: []page.SocialItem{{Network: "x", URL: web}, {Network: "orkut"}}}, []string{"items[1].network", "items[1].url"},
		},
		"empty contact":          {&page.Contact{}, []string{"email"}},
		"wrong contact":          {&page.Contact{Email: "ada", Phone: "call me"}, []string{"email", "phone"}},
		"email with a name":      {&page.Contact{Email: "Ada <ada@example.com>"}, []string{"email"}},
		"email with a query":     {&page.Contact{Email: "ada?subject=x@example.com"}, []string{"email"}},
		"vcard without name":     {&page.VCard{Email: "x", Phone: "1", URL: "x"}, []string{"name", "email", "phone", "url"}},
		"form without texts":     {&page.Form{}, []string{"title", "button", "consent"}},
		"form with long texts":   {&page.Form{Title: "x", Button: long(61), Consent: long(2001)}, []string{"button", "consent"}},
		"empty FAQ":              {&page.FAQ{}, []string{"items"}},
		"question without texts": {&page.FAQ{Items: []page.Question{{}}}, []string{"items[0].question", "items[0].answer"}},
		"countdown without time": {&page.Countdown{}, []string{"at"}},
		"countdown in 1970":      {&page.Countdown{At: time.Unix(1, 0)}, []string{"at"}},
		"map without place":      {&page.Map{}, []string{"query"}},
		"code without link":      {&page.QR{}, []string{"linkId"}},
		"product without values": {&page.Product{}, []string{"title", "price", "currency", "url"}},
		"product with a comma":   {&page.Product{Title: "x", Price: "19,90", Currency: "EURO", URL: web}, []string{"price", "currency"}},
		"group without title":    {&page.Group{}, []string{"title"}},
		"invalid block in a group": {
			&page.Group{Title: "x", Blocks: []page.Block{{Body: &page.Divider{}}, {Visible: true, Body: &page.Heading{}}}}, []string{"blocks[1].text"},
		},
	} {
		err := page.CheckBody(c.body)
		if got := fields(err); !fault.Is(err, fault.Invalid) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v, want %v", name, err, got, c.want)
		}
	}
}

func TestCheckBody_NormalizesValues(t *testing.T) {
	t.Parallel()
	heading, social, product := &page.Heading{Text: " Caf\u0065\u0301 "}, &page.Social{Items: []page.SocialItem{{Network: " GitHub ", URL: " https://github.com/ada "}}},
		&page.Product{Title: "x", Price: " 19.90 ", Currency: " eur ", URL: "https://example.com/"}
	text, link := &page.Text{Text: "a\r\nb"}, &page.Link{LinkID: linkA, Title: "x", URL: "https://ignored.example/", ShortURL: "https://forged.example/"}
	count := &page.Countdown{At: noon.In(time.FixedZone("", 3600)).Add(1234 * time.Microsecond)}
	for _, b := range []page.Body{heading, social, product, text, link, count} {
		if err := page.CheckBody(b); err != nil {
			t.Fatalf("%s: %v", b.Kind(), err)
		}
	}
	for name, pair := range map[string][2]string{
		"text":     {heading.Text, "Café"},
		"level":    {fmt.Sprint(heading.Level), "2"},
		"network":  {social.Items[0].Network, "github"},
		"address":  {social.Items[0].URL, "https://github.com/ada"},
		"price":    {product.Price, "19.90"},
		"currency": {product.Currency, "EUR"},
		"lines":    {text.Text, "a\nb"},
		"link":     {link.URL + link.ShortURL, ""},
		"time":     {count.At.Format(time.RFC3339Nano), "2026-04-01T12:00:00.001Z"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %q, want %q", name, pair[0], pair[1])
		}
	}
}

func TestCheckAddress_AcceptsWebPagesOnly(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"https://example.com/a?b#c": true, "http://example.com": true, "HTTPS://example.com/": true,
		"": false, "example.com": false, "javascript:alert(1)": false, "data:text/html,x": false, "mailto:ada@example.com": false,
		"https://": false, "ftp://example.com/": false,
	} {
		if err := page.CheckAddress(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}
