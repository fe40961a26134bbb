package transfer_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/clickcount"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// texts are common, unusual and malicious field values.
func texts() []string {
	return []string{
		"", "Spring sale", "=HYPERLINK(\"https://evil.example/\",\"x\")", "+49 30 1234", "-5 %", "@everyone", "'=quoted", "''", "a,b;c|d", `say "hi"`,
		"two\nlines", "two\r\nlines\rthree", "ümläut 日本語 🎉", "\u200fright to left", "null", "0", "true",
	}
}

// randomDraft is a link with every setting.
func randomDraft(r *rand.Rand, n int, folder string) link.Draft {
	text := func() string { return texts()[r.IntN(len(texts()))] }
	alias := fmt.Sprintf("%s%d", []string{"link-", "-x", "Über/", "🎉", "a.b_"}[r.IntN(5)], n)
	d := link.Draft{
		Alias: &alias,
		Settings: link.Settings{URL: []string{"https://example.com/?a=%2F&b", "https://example.com/[[x]]#y", "mailto:a@b.co", "https://[2001:db8::1]/🎉?=,\"'"}[r.IntN(4)],
			Title: text(), Comments: text(), ExpiresAction: []routing.ExpiresAction{"", routing.ExpiresPage}[r.IntN(2)], RedirectStatus: []int{301, 302, 307, 308}[r.IntN(4)], ForwardQuery: r.IntN(2) == 0,
			ForwardPath: r.IntN(2) == 0, Indexable: r.IntN(2) == 0, TrackConversions: r.IntN(2) == 0, UTM: utm.Params{Source: text(), Campaign: text(), Ref: text()},
			Preview: routing.Preview{Title: text(), Description: text()}},
	}
	for range r.IntN(4) {
		d.Tags = append(d.Tags, []string{"spring", "a|b", "=tag", "two words", "ü;x", "-1"}[r.IntN(6)])
	}
	if r.IntN(2) == 0 {
		d.FolderID = folder
	}
	if r.IntN(2) == 0 {
		d.StartsAt = testkit.Day().Add(time.Duration(r.IntN(1e6)) * time.Millisecond)
		d.ExpiresAt = testkit.Day().Add(time.Duration(2e6+r.IntN(1e9)) * time.Millisecond)
		d.MaxClicks, d.FallbackURL = int64(r.IntN(100)), "https://example.com/over"
	}
	if r.IntN(3) == 0 {
		d.Rules = []routing.Rule{{Name: "=Germans, \"on a phone\"", When: routing.Condition{Field: routing.Country, Op: routing.In, Values: []json.RawMessage{[]byte(`"DE"`)}}, Then: routing.Action{Redirect: "https://example.com/de?x=1"}}}
		d.Split = []routing.Branch{{URL: "https://example.com/a", Weight: 30}, {URL: "https://example.com/b", Weight: 70}}
	}
	return d
}

// What is exported and imported elsewhere is exported there byte for byte.
func TestExport_RoundTrip(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		from, to := newInstall(t, s), newInstall(t, testkit.SQLite(t))
		r := rand.New(rand.NewPCG(1, 2))
		folder, err := label.NewService(s, from.clock).Create(t.Context(), from.owner, label.Folder, label.Settings{Name: "=Summer, \"2026\""})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 150 {
			from.clock.Advance(time.Duration(1+r.IntN(1000)) * time.Millisecond)
			l, err := from.links.Create(t.Context(), from.owner, randomDraft(r, n, folder.ID))
			if err != nil {
				t.Fatal(err)
			}
			if n%7 == 0 { // another alias, and out of the way
				renamed := fmt.Sprintf("renamed-%d", n)
				if _, err := from.links.Update(t.Context(), from.owner, l.ID, nil, func(d *link.Draft) { d.Alias = new(renamed); d.Status = link.Archived }); err != nil {
					t.Fatal(err)
				}
			}
			if n%3 == 0 {
				if err := s.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: l.ID, Clicks: int64(n), LastClickedAt: from.clock.Now()}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		to.clock.Set(from.clock.Now())
		file := from.exported(transfer.CSV)
		rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range slices.Concat(rows...) {
			if cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0 {
				t.Errorf("a spreadsheet would run %q", cell)
			}
		}
		j := to.imported(file, transfer.Options{})
		if got, want := tally(j), "done: 150/150, 150 created, 0 updated, 0 skipped, 0 failed"; got != want {
			t.Fatalf("%s, want %s\n%s", got, want, strings.Join(to.report(j.ID), "\n"))
		}
		if diff := cmp.Diff(strings.Split(file, "\r\n"), strings.Split(to.exported(transfer.CSV), "\r\n")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(objects(t, from.exported(transfer.JSON)), objects(t, to.exported(transfer.JSON))); diff != "" {
			t.Error(diff)
		}
		again := to.imported(file, transfer.Options{OnConflict: transfer.Update})
		if got, want := tally(again), "done: 150/150, 0 created, 0 updated, 150 skipped, 0 failed"; got != want {
			t.Errorf("imported again: %s, want %s\n%s", got, want, strings.Join(to.report(again.ID)[:3], "\n"))
		}
	})
}

func objects(t *testing.T, text string) []map[string]any {
	t.Helper()
	var out []map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExport_EmptyExportIsAFile(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	if got := in.exported(transfer.CSV); !strings.HasPrefix(got, "\ufeffshortUrl,url,title,") || strings.Count(got, "\r\n") != 1 {
		t.Errorf("%q", got)
	}
	if got := objects(t, in.exported(transfer.JSON)); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestExport_SelectedLinks(t *testing.T) {
	t.Parallel()
	in := newInstall(t, testkit.SQLite(t))
	in.imported("alias,url,tags\na,https://example.com/,x\nb,https://example.com/,y\nc,https://example.com/,x\n", transfer.Options{})
	for want, o := range map[string]transfer.ExportOptions{
		"a c": {Filter: link.Filter{Tags: []string{"X"}, Sort: link.ByAlias, Ascending: true}},
		"b":   {IDs: []string{in.find("b").ID, "lnk_0000000000000"}},
	} {
		o.Format = transfer.JSON
		var text strings.Builder
		rows, err := in.transfer.WriteExport(t.Context(), in.owner, o, &text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range objects(t, text.String()) {
			got = append(got, l["alias"].(string))
		}
		if strings.Join(got, " ") != want || rows != len(got) {
			t.Errorf("%d rows: %v, want %s", rows, got, want)
		}
	}
}
