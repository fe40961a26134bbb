package pageimport_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
	"linnet/internal/core/page/pageimport"
)

// lines returns the blocks as "kind: text", those of groups with an indent.
func lines(blocks []page.Block, indent string) []string {
	var out []string
	for _, b := range blocks {
		line := indent + string(b.Body.Kind())
		switch body := b.Body.(type) {
		case *page.Link:
			line += ": " + body.Title + " " + body.URL
		case *page.Heading:
			line += ": " + body.Text
		case *page.Text:
			line += ": " + body.Text
		case *page.Video:
			line += ": " + body.URL
		case *page.Contact:
			line += ": " + body.Email + body.Phone
		case *page.VCard:
			line += ": " + strings.Join([]string{body.Name, body.Organization, body.Email, body.Phone, body.URL}, "|")
		case *page.Social:
			for _, i := range body.Items {
				line += " " + i.Network
			}
		case *page.Group:
			line += ": " + body.Title
		}
		out = append(out, line)
		if g, ok := b.Body.(*page.Group); ok {
			out = append(out, lines(g.Blocks, "  ")...)
		}
	}
	return out
}

func convert(t *testing.T, file string) *page.Export {
	t.Helper()
	r, err := pageimport.Convert([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func want(t *testing.T, r *page.Export, blocks, skipped []string) {
	t.Helper()
	if diff := cmp.Diff(blocks, lines(r.Blocks, "")); diff != "" {
		t.Error(diff)
	}
	got := make([]string, len(r.Skipped))
	for i, s := range r.Skipped {
		got[i] = s.Title + " | " + s.Address + " | " + s.Reason
	}
	if diff := cmp.Diff(skipped, got); diff != "" {
		t.Error(diff)
	}
}

const linktreeData = `{"props":{"pageProps":{"account":{"username":"oatstreet","pageTitle":"@oatstreet","description":"Coffee & oats",
	"socialLinks":[{"type":"INSTAGRAM","url":"https://instagram.com/oat"},{"type":"TWITTER","url":"https://x.com/oat"},
		{"type":"EMAIL_ADDRESS","url":"mailto:hello@oat.example"},{"type":"PODCAST","url":"https://pod.example/"},{"type":"TIKTOK","url":""}],
	"links":[{"title":"only in the account","url":"https://old.example/"}]},
	"links":[
		{"id":3,"type":"CLASSIC","title":"Menu","url":"https://oat.example/menu","position":2,"parent":null},
		{"id":"1","type":"HEADER","title":"Visit us","url":null,"position":0},
		{"id":2,"type":"YOUTUBE_VIDEO","title":"Film","url":"https://www.youtube.com/watch?v=1","position":1},
		{"id":4,"type":"GROUP","title":"Shops","position":3},
		{"id":"5","type":"CLASSIC","title":"North","url":"https://north.example/","position":5,"parent":{"id":"4"}},
		{"id":"6","type":"CLASSIC","title":"South","url":"https://south.example/","position":4,"parent":{"id":4}},
		{"id":7,"type":"GROUP","title":"Empty","position":6},
		{"id":8,"type":"CLASSIC","title":"Deep link","url":"spotify:track:1","position":7},
		{"id":9,"type":"FORM","title":"Sign up","position":8},
		{"id":10,"type":"CLASSIC","title":"","url":"www.bare.example/x","position":9}
	]}}}`

func TestConvert_ReadsASavedPageOfLinktree(t *testing.T) {
	t.Parallel()
	saved := `<!DOCTYPE html><html><head><title>x</title><script>var a = "<a>";</script>
		<script id="__NEXT_DATA__" type="application/json" crossorigin="anonymous">` + linktreeData + `</script></head><body><a href="https://linktr.ee/">Join</a>`
	for name, file := range map[string]string{"the page": saved, "its data": linktreeData} {
		r := convert(t, file)
		if r.Source != page.FromLinktree || r.Title != "oatstreet" || r.Handle != "oatstreet" || r.Description != "Coffee & oats" {
			t.Errorf("%s: %+v", name, r)
		}
		want(t, r, []string{
			"contact: hello@oat.example",
			"social instagram x website",
			"heading: Visit us",
			"video: https://www.youtube.com/watch?v=1",
			"link: Menu https://oat.example/menu",
			"group: Shops",
			"  link: South https://south.example/",
			"  link: North https://north.example/",
			"link: bare.example https://www.bare.example/x",
		}, []string{
			"TIKTOK |  | Enter an address, such as https://example.com/page.",
			"Empty |  | The group has no blocks.",
			"Deep link | spotify:track:1 | Links cannot lead to spotify: addresses. Use a URL that begins with https://.",
			"Sign up |  | The entry has no address.",
		})
	}
}

func TestConvert_ReadsAnExportOfLinkStack(t *testing.T) {
	t.Parallel()
	r := convert(t, `{"name":"Oat Street","littlelink_name":"oat","littlelink_description":"<p>Coffee <b>and</b> oats.</p>","image_data":"aGk=",
		"email":"secret@oat.example","links":[
		{"link":"https://oat.example/menu","title":"Menu","type":"link","order":2,"up_link":"no","button_id":1},
		{"link":"https://oat.example/new","title":"New","type":"predefined","order":9,"up_link":"yes","button_id":2},
		{"link":null,"title":"Visit us","type":"heading","order":1,"up_link":"no","button_id":42},
		{"link":null,"title":null,"type":"spacer","order":3,"button_id":43},
		{"link":null,"title":"<p>Read <strong>this</strong> <a href=\"https://oat.example/\">page</a></p>","type":"text","order":4,"button_id":93},
		{"link":"hello@oat.example","title":"Mail","type":"email","order":5,"button_id":6},
		{"link":"tel:+44 20 1234","title":"Call","type":"telephone","order":6,"button_id":44},
		{"link":"{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"organization\":\"Oat\",\"work_email\":\"ada@oat.example\",\"cell_phone\":\"+44 1234\",\"work_url\":\"https://oat.example\"}","title":"Ada","type":"vcard","order":7,"button_id":96},
		{"link":"no JSON","title":"Broken","type":"vcard","order":8,"button_id":96},
		{"link":"https://github.com/oat","title":"github","order":0,"button_id":94},
		{"link":"javascript:alert(1)","title":"Script","type":"link","order":10,"button_id":1}]}`)
	if r.Source != page.FromLinkStack || r.Title != "Oat Street" || r.Handle != "oat" || r.Description != "Coffee and oats." {
		t.Errorf("%+v", r)
	}
	want(t, r, []string{
		"social github",
		"link: New https://oat.example/new",
		"heading: Visit us",
		"link: Menu https://oat.example/menu",
		"divider",
		"text: Read **this** [page](https://oat.example/)",
		"contact: hello@oat.example",
		"contact: +44 20 1234",
		"vcard: Ada Byron|Oat|ada@oat.example|+44 1234|https://oat.example",
	}, []string{
		"Broken |  | The contact cannot be read.",
		"Script | javascript:alert(1) | Addresses that begin with javascript: are not allowed, because they could run code in a visitor's browser.",
		"Profile picture |  | Images are not imported. Upload the picture in the editor.",
	})
}

func TestConvert_ReadsTheLinksOfOtherSavedPages(t *testing.T) {
	t.Parallel()
	r := convert(t, `<html><head><title>Oat &amp; Street</title><meta name="description" content="Coffee">
		<link rel="canonical" href="https://bio.example/oat"></head><body>
		<a href="https://oat.example/menu"><span>Our</span> <b>menu</b></a><a href="https://oat.example/menu">Again</a>
		<a href="/terms">Terms</a><a href="https://help.bio.example/">Help</a><a href="mailto:hello@oat.example?subject=x">Mail</a><a href="#">x</a>`)
	if r.Source != page.FromHTML || r.Title != "Oat & Street" || r.Description != "Coffee" {
		t.Errorf("%+v", r)
	}
	want(t, r, []string{"link: Our menu https://oat.example/menu", "contact: hello@oat.example"},
		[]string{"Help | https://help.bio.example/ | The link leads to the page's own site."})
}

func TestConvert_ReadsTables(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"commas":     "\xef\xbb\xbfTitle,Link,Type\nMenu,https://oat.example/menu,link\n\"Visit, us\",,heading\n,,\n",
		"semicolons": "type;url;name\r\nlink;oat.example/menu;Menu\r\nheading;;Visit, us\r\n;;\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := convert(t, file)
			want(t, r, []string{"link: Menu https://oat.example/menu", "heading: Visit, us"}, []string{" |  | The entry has no address."})
		})
	}
}

func TestConvert_RejectsFilesWithoutLinks(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"empty": "", "spaces": " \n ", "not UTF-8": "\xff\xfe\x00", "an image": "GIF89a\x00\x01", "empty object": "{}", "list": `[1,2]`,
		"broken JSON": `{"links":`, "links of another type": `{"links":"x"}`, "page without links": "<html><body>Hello", "table without addresses": "a,b\n1,2\n",
		"only a header": "title,link\n",
	} {
		_, err := pageimport.Convert([]byte(file))
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := pageimport.Convert(make([]byte, page.MaxExportBytes+1)); !fault.Is(err, fault.TooLarge) {
		t.Errorf("too large: %v", err)
	}
}

func TestConvert_IsBounded(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("title,link\n")
	for i := range 500 {
		fmt.Fprintf(&table, "%s,https://example.com/%d\n", strings.Repeat("x", 300), i)
	}
	r := convert(t, table.String())
	if len(r.Blocks) != page.MaxBlocks || len(r.Skipped) != pageimport.MaxSkipped || r.SkippedTotal != 400 {
		t.Errorf("%d blocks, %d of %d skipped", len(r.Blocks), len(r.Skipped), r.SkippedTotal)
	}
	if n := len([]rune(r.Blocks[0].Body.(*page.Link).Title)); n != 200 {
		t.Errorf("the title has %d characters", n)
	}
	table.WriteString(strings.Repeat("a,b\n", 5000))
	if _, err := pageimport.Convert([]byte(table.String())); !fault.Is(err, fault.Invalid) {
		t.Errorf("too many rows: %v", err)
	}
	if _, err := pageimport.Convert([]byte("<html>" + strings.Repeat(`<a href="https://a.example/`, 1) + manyAnchors())); !fault.Is(err, fault.Invalid) {
		t.Errorf("too many links: %v", err)
	}
	var group strings.Builder
	for i := range 150 {
		fmt.Fprintf(&group, `,{"id":%d,"type":"CLASSIC","title":"x","url":"https://a.example/","parent":{"id":1}}`, i+2)
	}
	r = convert(t, `{"account":{"links":[{"id":1,"type":"GROUP","title":"All"}`+group.String()+`]}}`)
	if g := r.Blocks[0].Body.(*page.Group); len(g.Blocks) != page.MaxBlocks-1 || r.SkippedTotal != 51 {
		t.Errorf("%d blocks in a group, %d skipped", len(g.Blocks), r.SkippedTotal)
	}
}

func manyAnchors() string {
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, `<a href="https://a.example/%d">x</a>`, i)
	}
	return b.String()
}

// Whatever the file is, the blocks are valid and within the bounds of a page.
func FuzzConvert(f *testing.F) {
	f.Add([]byte(linktreeData))
	f.Add([]byte(`<a href="https://example.com/">x</a>`))
	f.Add([]byte("title,link\na,https://example.com/"))
	f.Add([]byte(`{"links":[{"link":"{}","type":"vcard"}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := pageimport.Convert(file)
		if err != nil {
			return
		}
		n := 0
		page.Each(r.Blocks, func(b *page.Block) {
			n++
			if err := page.CheckBody(b.Body); err != nil {
				t.Errorf("%s: %v", b.Body.Kind(), err)
			}
		})
		if n > page.MaxBlocks || r.SkippedTotal < len(r.Skipped) {
			t.Errorf("%d blocks, %d of %d skipped", n, len(r.Skipped), r.SkippedTotal)
		}
		if slices.ContainsFunc(r.Skipped, func(s page.SkippedEntry) bool { return s.Reason == "" }) {
			t.Error("an entry was skipped without a reason")
		}
	})
}
