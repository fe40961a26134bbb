package page_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
)

const (
	blockA = "blk_0000000000001"
	blockB = "blk_0000000000002"
	linkA  = "lnk_0000000000001"
	mediaA = "med_0000000000001"
	mediaB = "med_0000000000002"
)

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// bodies returns a valid body of each kind.
func bodies() []page.Body {
	return []page.Body{
		&page.Link{LinkID: linkA, Title: "Portfolio", Thumbnail: mediaA},
		&page.Heading{Text: "Talks", Level: 3},
		&page.Text{Text: "I write **programs**."},
		&page.Image{MediaID: mediaA, URL: "https://example.com/i"},
		&page.Gallery{Items: []page.GalleryItem{{MediaID: mediaA}, {MediaID: mediaB}}},
		&page.Video{URL: "https://video.example/1"},
		&page.Music{URL: "https://music.example/1"},
		&page.Social{Items: []page.SocialItem{{Network: "github", URL: "https://github.com/ada"}}},
		&page.Contact{Email: "ada@example.com", Phone: "+44 20 1234 5678"},
		&page.VCard{Name: "Ada Lovelace", Organization: "Engines", Email: "ada@example.com", URL: "https://example.com/"},
		&page.Form{Title: "Newsletter", Button: "Subscribe", Consent: "I agree."},
		&page.FAQ{Items: []page.Question{{Question: "Who?", Answer: "Ada."}}},
		&page.Countdown{At: noon, Text: "Launch"},
		&page.Divider{},
		&page.Map{Query: "London"},
		&page.QR{LinkID: linkA},
		&page.Product{Title: "Engine", Price: "19.90", Currency: "EUR", URL: "https://example.com/e", MediaID: mediaB},
		&page.HTML{HTML: "<p>Hello</p>"},
		&page.Group{Title: "More", Blocks: []page.Block{{ID: blockB, Visible: true, Body: &page.Divider{}}}},
	}
}

func TestBodies_HasEachKindOnce(t *testing.T) {
	t.Parallel()
	kinds := map[page.Kind]bool{}
	for i, b := range page.Bodies() {
		if kinds[b.Kind()] || b.Kind() != bodies()[i].Kind() {
			t.Errorf("%s at %d", b.Kind(), i)
		}
		kinds[b.Kind()] = true
	}
}

func TestBlock_IsDecodedAsItWasEncoded(t *testing.T) {
	t.Parallel()
	for _, body := range bodies() {
		for _, want := range []page.Block{
			{ID: blockA, Visible: true, Body: body},
			{ID: blockA, StartsAt: noon, EndsAt: noon.Add(time.Hour), Body: body},
		} {
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got page.Block
			if err := json.Unmarshal(data, &got); err != nil {
				t.Errorf("%s: %v", data, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", data, diff)
			}
		}
	}
}

func TestBlock_IsVisibleUnlessItSaysOtherwise(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{`{"type":"divider"}`: true, `{"type":"divider","visible":true}`: true, `{"type":"divider","visible":false}`: false} {
		blocks, err := page.DecodeBlocks([]byte("[" + text + "]"))
		if err != nil || blocks[0].Visible != want {
			t.Errorf("%s: %v, %v", text, blocks, err)
		}
	}
}

// fields returns the fields of a fault, in their order.
func fields(err error) []string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return nil
	}
	var names []string
	for _, field := range f.Fields {
		names = append(names, field.Field)
	}
	return names
}

func TestDecodeBlocks_NamesEachBlockThatItCannotDecode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`{}`:                                         {"blocks"},
		`[{"type":"poem"},{}]`:                       {"blocks[0].type", "blocks[1].type"},
		`[{"type":"heading","level":"x"}]`:           {"blocks[0].level"},
		`[{"type":"heading","text":7}]`:              {"blocks[0].text"},
		`[{"type":"divider","visible":3}]`:           {"blocks[0].visible"},
		`[{"type":"divider","startsAt":"tomorrow"}]`: {"blocks[0]"},
		`[{"type":"group","title":"x","blocks":[{"type":"poem"}]}]`:            {"blocks[0].blocks[0].type"},
		`[{"type":"group","title":"x","blocks":7}]`:                            {"blocks[0].blocks"},
		`[{"type":"group","title":7}]`:                                         {"blocks[0].title"},
		`[{"type":"divider"},{"type":"group","title":"x","blocks":null},null]`: {"blocks[2].type"},
		"[" + strings.Repeat("{},", page.MaxBlocks) + "{}]":                    {"blocks"},
	} {
		_, err := page.DecodeBlocks([]byte(text))
		if got := fields(err); !fault.Is(err, fault.Invalid) || !slices.Equal(got, want) {
			t.Errorf("%s: %v %v, want %v", text, err, got, want)
		}
	}
}

func TestEach_VisitsTheBlocksOfAGroupAfterIt(t *testing.T) {
	t.Parallel()
	var kinds []page.Kind
	page.Each([]page.Block{
		{Body: &page.Group{Blocks: []page.Block{{Body: &page.Map{}}, {Body: &page.QR{}}}}}, {Body: &page.Divider{}},
	}, func(b *page.Block) { kinds = append(kinds, b.Body.Kind()) })
	if want := []page.Kind{page.KindGroup, page.KindMap, page.KindQR, page.KindDivider}; !slices.Equal(kinds, want) {
		t.Errorf("visited %v, want %v", kinds, want)
	}
}

func TestBlock_IsShownInItsSchedule(t *testing.T) {
	t.Parallel()
	hour := time.Hour
	for name, c := range map[string]struct {
		block page.Block
		want  bool
	}{
		"without bounds": {page.Block{Visible: true}, true},
		"hidden":         {page.Block{}, false},
		"before":         {page.Block{Visible: true, StartsAt: noon.Add(1)}, false},
		"at the start":   {page.Block{Visible: true, StartsAt: noon}, true},
		"inside":         {page.Block{Visible: true, StartsAt: noon.Add(-hour), EndsAt: noon.Add(hour)}, true},
		"at the end":     {page.Block{Visible: true, EndsAt: noon}, false},
		"after":          {page.Block{Visible: true, EndsAt: noon.Add(-hour)}, false},
	} {
		if got := c.block.ShownAt(noon); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		published := page.NewPublished(page.Document{Page: page.Page{Content: page.Content{StartsAt: c.block.StartsAt, EndsAt: c.block.EndsAt}}})
		if _, err := published.At(noon); c.block.Visible && (err == nil) != c.want {
			t.Errorf("a page, %s: %v", name, err)
		}
		facts := page.LinkFacts{Hidden: !c.block.Visible, StartsAt: c.block.StartsAt, EndsAt: c.block.EndsAt}
		if got := facts.ShownAt(noon); got != c.want {
			t.Errorf("a link, %s: %v", name, got)
		}
	}
}

func TestContent_ListsItsImagesOnce(t *testing.T) {
	t.Parallel()
	content := page.Content{AvatarID: "med_0000000000003", Theme: theme.Theme{Background: theme.Image, BackgroundImage: "med_0000000000005"}}
	for _, b := range bodies() {
		content.Blocks = append(content.Blocks, page.Block{Body: b})
	}
	content.Blocks = append(content.Blocks, page.Block{Body: &page.Group{Blocks: []page.Block{{Body: &page.Image{MediaID: "med_0000000000004"}}}}})
	want := []string{mediaA, mediaB, "med_0000000000003", "med_0000000000004", "med_0000000000005"}
	if got := content.MediaIDs(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (&page.Content{}).MediaIDs(); len(got) != 0 {
		t.Errorf("an empty page: %v", got)
	}
}

func TestNetworks_HaveLabelsAndEndWithWebsite(t *testing.T) {
	t.Parallel()
	all := page.Networks()
	for i, n := range all {
		if label := (page.SocialItem{Network: n.ID}).Label(); label != n.Label || label == "" {
			t.Errorf("%s has the label %q", n.ID, label)
		}
		if i > 0 && i < len(all)-1 && strings.Compare(strings.ToLower(all[i-1].Label), strings.ToLower(n.Label)) >= 0 {
			t.Errorf("%s is after %s", n.Label, all[i-1].Label)
		}
	}
	if last := all[len(all)-1].ID; last != "website" || (page.SocialItem{Network: "orkut"}).Label() != "" {
		t.Errorf("the last one is %s", last)
	}
}
