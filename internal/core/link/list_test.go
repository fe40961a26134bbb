package link_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

// aliases lists all pages of a filter, by alias.
func (b *bench) aliases(t *testing.T, f link.Filter) []string {
	t.Helper()
	out := []string{}
	for range 100 {
		page, err := b.List(t.Context(), b.owner, f)
		if err != nil {
			t.Fatalf("List(%+v): %v", f, err)
		}
		for _, l := range page.Links {
			out = append(out, l.Alias())
		}
		if page.NextCursor == "" {
			if page.Total != len(out) {
				t.Errorf("total %d, but %d came", page.Total, len(out))
			}
			return out
		}
		f.Cursor = page.NextCursor
	}
	t.Fatal("the list has no end")
	return nil
}

func TestService_ListFilters(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		day := testkit.Day()
		draft := func(alias string, change func(*link.Draft)) {
			d := named(alias)
			change(&d)
			b.make(t, d)
			b.clock.Advance(time.Second)
		}
		draft("plain", func(d *link.Draft) { d.Title = "Summer SALE in Köln" })
		draft("later", func(d *link.Draft) { d.StartsAt = day.Add(24 * time.Hour); d.Tags = []string{"Spring"} })
		draft("over", func(d *link.Draft) { d.ExpiresAt = day.Add(-time.Hour); d.Comments = "100% cotton_shirt" })
		draft("tagged", func(d *link.Draft) { d.Tags = []string{"spring", "Press"}; d.URL = "https://shop.example/KÖLN" })
		draft("stored", func(d *link.Draft) { d.Tags = []string{"press"} })
		stored, err := b.Lookup(t.Context(), b.owner, "", "stored")
		if err != nil {
			t.Fatal(err)
		}
		b.update(t, stored.ID, func(d *link.Draft) { d.Status = link.Archived })
		for name, c := range map[string]struct {
			filter link.Filter
			want   []string
		}{
			"all, newest first":        {link.Filter{}, []string{"stored", "tagged", "over", "later", "plain"}},
			"oldest first":             {link.Filter{Ascending: true}, []string{"plain", "later", "over", "tagged", "stored"}},
			"by alias":                 {link.Filter{Sort: link.ByAlias, Ascending: true}, []string{"later", "over", "plain", "stored", "tagged"}},
			"search, any case":         {link.Filter{Search: "köln"}, []string{"tagged", "plain"}},
			"search, several words":    {link.Filter{Search: "KÖLN summer"}, []string{"plain"}},
			"search in aliases":        {link.Filter{Search: "AGG"}, []string{"tagged"}},
			"search in destinations":   {link.Filter{Search: "shop.example"}, []string{"tagged"}},
			"search in comments":       {link.Filter{Search: "cotton"}, []string{"over"}},
			"a wildcard is a letter":   {link.Filter{Search: "100% cotton_s"}, []string{"over"}},
			"a wildcard matches none":  {link.Filter{Search: "c%n_shirt"}, []string{}},
			"an escape is a letter":    {link.Filter{Search: "!"}, []string{}},
			"a short URL":              {link.Filter{Search: "http://localhost:8080/Tagged"}, []string{"tagged"}},
			"a short URL, no scheme":   {link.Filter{Search: " localhost:8080/tagged "}, []string{"tagged"}},
			"a short URL, loopback":    {link.Filter{Search: "http://127.1:8080/tagged?utm_source=x"}, []string{"tagged"}},
			"a short URL of none":      {link.Filter{Search: "http://localhost:8080/tag"}, []string{}},
			"a destination":            {link.Filter{Search: "https://shop.example/KÖLN"}, []string{"tagged"}},
			"one tag":                  {link.Filter{Tags: []string{"SPRING"}}, []string{"tagged", "later"}},
			"any of two tags":          {link.Filter{Tags: []string{"spring", "press"}}, []string{"stored", "tagged", "later"}},
			"active":                   {link.Filter{Statuses: []link.Status{link.Active}}, []string{"tagged", "plain"}},
			"scheduled":                {link.Filter{Statuses: []link.Status{link.Scheduled}}, []string{"later"}},
			"expired":                  {link.Filter{Statuses: []link.Status{link.Expired}}, []string{"over"}},
			"archived":                 {link.Filter{Statuses: []link.Status{link.Archived}}, []string{"stored"}},
			"blocked":                  {link.Filter{Statuses: []link.Status{link.Blocked}}, []string{}},
			"all but archived":         {link.Filter{Statuses: []link.Status{link.Blocked, link.Active, link.Scheduled, link.Expired}}, []string{"tagged", "over", "later", "plain"}},
			"two states":               {link.Filter{Statuses: []link.Status{link.Expired, link.Scheduled}}, []string{"over", "later"}},
			"the domain":               {link.Filter{Domain: "LOCALHOST:8080", Search: "plain"}, []string{"plain"}},
			"another domain":           {link.Filter{Domain: "other.example"}, []string{}},
			"another creator":          {link.Filter{CreatedBy: "usr_other"}, []string{}},
			"the owner":                {link.Filter{CreatedBy: b.owner.UserID, Search: "plain"}, []string{"plain"}},
			"a folder that is not":     {link.Filter{FolderID: "fld_none"}, []string{}},
			"everything at once, none": {link.Filter{Search: "zzz", Tags: []string{"press"}, Statuses: []link.Status{link.Active}, Domain: testkit.Host}, []string{}},
		} {
			if diff := cmp.Diff(c.want, b.aliases(t, c.filter)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}

// Whatever the order, pages of two show each link once, in the order that one
// big page has.
func TestService_ListPagesAreComplete(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		figures := []clickcount.Clicks{}
		for i := range 11 {
			l := b.make(t, named(fmt.Sprintf("L-%c%d", 'k'-i, i)))
			if i%3 == 0 { // many at the same moment, many with the same figures
				b.clock.Advance(time.Second)
				figures = append(figures, clickcount.Clicks{LinkID: l.ID, Clicks: int64(i % 2 * 50), LastClickedAt: testkit.Day().Add(time.Duration(i%4) * time.Hour)})
			}
		}
		if err := b.store.SetLinkClicks(t.Context(), figures); err != nil {
			t.Fatal(err)
		}
		for _, sort := range []link.Sort{link.ByCreatedAt, link.ByAlias, link.ByClickCount, link.ByLastClickedAt} {
			for _, ascending := range []bool{true, false} {
				whole := b.aliases(t, link.Filter{Sort: sort, Ascending: ascending, Limit: 100})
				pages := b.aliases(t, link.Filter{Sort: sort, Ascending: ascending, Limit: 2})
				if diff := cmp.Diff(whole, pages); diff != "" || len(pages) != 11 {
					t.Errorf("%s, ascending %v: %s", sort, ascending, diff)
				}
			}
		}
	})
}

func TestService_ListRejectsInvalidFilters(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.make(t, named("one"))
		b.make(t, named("two"))
		page, err := b.List(t.Context(), b.owner, link.Filter{Limit: 1})
		if err != nil || page.NextCursor == "" {
			t.Fatalf("%+v, %v", page, err)
		}
		for name, c := range map[string]struct {
			filter link.Filter
			field  string
		}{
			"a page of 101":           {link.Filter{Limit: 101}, "limit"},
			"a negative page":         {link.Filter{Limit: -1}, "limit"},
			"an unknown order":        {link.Filter{Sort: "url; DROP TABLE links"}, "sort"},
			"an unknown state":        {link.Filter{Statuses: []link.Status{"dead"}}, "status"},
			"a cursor that is none":   {link.Filter{Cursor: "???"}, "cursor"},
			"another order's cursor":  {link.Filter{Cursor: page.NextCursor, Sort: link.ByAlias}, "cursor"},
			"a cursor turned around":  {link.Filter{Cursor: page.NextCursor, Ascending: true}, "cursor"},
			"a search of a zero byte": {link.Filter{Search: "\x00"}, "search"},
		} {
			_, err := b.List(t.Context(), b.owner, c.filter)
			if !fault.Is(err, fault.Invalid) || !slices.Equal(fieldsOf(err), []string{c.field}) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestService_ListExpiringLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		day := testkit.Day()
		for alias, change := range map[string]func(*link.Draft){
			"never": func(*link.Draft) {}, "over": func(d *link.Draft) { d.ExpiresAt = day.Add(-time.Second) },
			"soon":     func(d *link.Draft) { d.ExpiresAt = day.Add(time.Second) },
			"week":     func(d *link.Draft) { d.ExpiresAt = day.Add(link.ExpiresSoon) },
			"later":    func(d *link.Draft) { d.ExpiresAt = day.Add(link.ExpiresSoon + time.Second) },
			"not-yet":  func(d *link.Draft) { d.StartsAt = day.Add(time.Hour); d.ExpiresAt = day.Add(2 * time.Hour) },
			"archived": func(d *link.Draft) { d.ExpiresAt = day.Add(time.Hour) },
		} {
			d := named(alias)
			change(&d)
			l := b.make(t, d)
			if alias == "archived" {
				b.update(t, l.ID, func(d *link.Draft) { d.Status = link.Archived })
			}
		}
		got := b.aliases(t, link.Filter{Statuses: []link.Status{link.Expiring}, Sort: link.ByAlias, Ascending: true})
		if diff := cmp.Diff([]string{"soon", "week"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestService_ListsAfterAnOffset(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for i := range 7 {
			b.make(t, named(fmt.Sprintf("link-%d", i)))
		}
		whole := b.aliases(t, link.Filter{Sort: link.ByAlias, Ascending: true})
		for offset, want := range map[int][]string{0: whole[:3], 3: whole[3:6], 4: whole[4:7], 6: whole[6:], 9: {}} {
			got, err := b.List(t.Context(), b.owner, link.Filter{Sort: link.ByAlias, Ascending: true, Limit: 3, Offset: offset})
			if err != nil || got.Total != 7 || (got.NextCursor != "") != (offset < 4) {
				t.Errorf("after %d: %+v, %v", offset, got, err)
			}
			names := []string{}
			for _, l := range got.Links {
				names = append(names, l.Alias())
			}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("after %d: %s", offset, diff)
			}
		}
		for name, f := range map[string]link.Filter{"below the first": {Offset: -1}, "far beyond": {Offset: 20_000_000}, "both": {Offset: 2, Cursor: "x"}} {
			if _, err := b.List(t.Context(), b.owner, f); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
